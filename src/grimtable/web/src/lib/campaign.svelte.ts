// A campaign that is open on this page: looked at again whenever somebody has changed it.
import { ApiError, api } from "./api";
import type { Act, CampaignView, CampaignWish, Offer } from "./campaign";
import { t } from "./i18n";
import { keepCommitment } from "./keepsake";
import { campaignKey, remember, rememberCampaign } from "./settings.svelte";
import type { Refusal } from "./table.svelte";

const EVERY = 2000; // milliseconds between two looks at the mark

/** What somebody decides about: the purchase of another changes nothing of it, a new event does. */
function situation(view: CampaignView | null): string {
  return JSON.stringify([view?.stage, view?.event, view?.asks, view?.proposals, view?.party.number]);
}

export class Campaign {
  view: CampaignView | null = $state.raw(null);
  refusal: Refusal | null = $state.raw(null);
  busy = $state(false);
  online = $state(true);
  gone = $state(false); // there is no such campaign, or not for this token
  #timer = 0;
  #session = Math.random().toString(36).slice(2, 12);
  #wishes = 0;
  #open = true;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.#timer = setInterval(() => void this.#look(), EVERY);
  }

  close(): void {
    this.#open = false;
    clearInterval(this.#timer);
  }

  offers(...kinds: string[]): Offer[] {
    return this.view?.offers.filter((offer) => kinds.includes(offer.kind)) ?? [];
  }

  /** All of it anew. */
  async load(): Promise<void> {
    if (!this.token) {
      this.gone = true;
      return;
    }
    try {
      this.#see(await api.campaign(this.id, this.token));
    } catch (error) {
      this.#missed(error);
    }
  }

  async act(act: Act): Promise<boolean> {
    return this.#wish("acts", { act });
  }

  async undo(): Promise<boolean> {
    return this.#wish("undo", {});
  }

  /** The table of the scenario that is to be played: opened now, unless somebody has opened it. */
  async table(seats: NonNullable<CampaignWish["seats"]>): Promise<string | null> {
    const found = await this.#guarded(async (token, mark) => {
      const wish = { wish: this.#newWish(), mark, ...(seats.length ? { seats } : {}) };
      return api.campaignWish<{ table: string; token: string; commitment: string | null }>(this.id, "table", wish, token);
    });
    if (!found) return null;
    keepCommitment(found);
    remember({ table: found.table, token: found.token, campaign: this.id, game: this.view?.game ?? "", title: this.view?.scenario?.name ?? "" });
    return found.table;
  }

  #newWish(): string {
    return `${this.#session}-${++this.#wishes}`;
  }

  async #wish(what: "acts" | "undo", more: { act?: Act }): Promise<boolean> {
    const wish = this.#newWish();
    const found = await this.#guarded((token, mark) => api.campaignWish<CampaignView>(this.id, what, { wish, mark, ...more }, token));
    if (found) this.#see(found);
    return found !== null;
  }

  async #guarded<T>(work: (token: string, mark: number) => Promise<T>): Promise<T | null> {
    if (!this.token || !this.view || this.busy) return null;
    this.busy = true;
    try {
      const found = await this.#insisted(() => work(this.token ?? "", this.view?.mark ?? 0));
      this.refusal = null;
      return found;
    } catch (error) {
      this.refusal = error instanceof ApiError ? { text: error.message, rules: error.rules } : { text: t("net.lost"), rules: [] };
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Once more, if somebody else was quicker and what one was looking at is still the same. */
  async #insisted<T>(work: () => Promise<T>): Promise<T> {
    const before = situation(this.view);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "stale") throw error;
      await this.load();
      if (situation(this.view) !== before) throw error;
      return work();
    }
  }

  async #look(): Promise<void> {
    if (!this.token || !this.view || this.busy || document.hidden) return;
    try {
      const { mark, table } = await api.campaignMark(this.id, this.token);
      this.online = true;
      if (mark !== this.view.mark || table !== this.view.table) await this.load();
    } catch (error) {
      this.#missed(error);
    }
  }

  /** What is older than what is shown comes late and is left alone. */
  #see(view: CampaignView): void {
    if (!this.#open || !this.token || (this.view && view.mark < this.view.mark)) return;
    this.view = view;
    [this.online, this.gone] = [true, false];
    const note = [view.party.location, ...view.heroes.filter((hero) => hero.state === "active").map((hero) => hero.name)].join(" · ");
    if (view.you !== null || campaignKey(this.id)) rememberCampaign({ campaign: this.id, token: this.token, name: view.name, note });
  }

  #missed(error: unknown): void {
    if (error instanceof ApiError && error.status === 404) this.gone = true;
    else if (error instanceof ApiError) this.refusal = { text: error.message, rules: error.rules };
    else this.online = false;
  }
}
