// A live table: what the server said, what is shown of it, what is picked, and the wishes one can send.
import { untrack } from "svelte";
import type { BoardModel, Checked, Explained } from "./board";
import { OwnDice } from "./dice.svelte";
import { movePieces } from "./flip";
import { Frames, merged } from "./frames";
import { t } from "./i18n";
import { litRefs, narrowed } from "./narrow";
import type { Ask, HintAnswer, Lang, LogLine, Option, Ref, Reply, Seat, ServerMessage, TableState, View } from "./protocol";
import { forget, isStill, settings } from "./settings.svelte";
import { Connection } from "./socket";
import { play } from "./sound";

export interface Refusal {
  text: string;
  rules: string[];
}

const NOTHING: ReadonlySet<Ref> = new Set();

export class Table implements BoardModel {
  shown: TableState | null = $state.raw(null);
  online = $state(true);
  behind = $state(0); // updates that wait to be shown
  picked: Ref[] = $state.raw([]);
  pointed: Ref | null = $state(null); // the piece under the pointer
  hotOption: string | null = $state(null); // the option under the pointer or the focus
  sending: string | null = $state(null);
  refusal: Refusal | null = $state.raw(null);
  hint: { answers: HintAnswer[]; bot: string } | null = $state.raw(null);
  hinting = $state(false);
  explained: Explained | null = $state.raw(null);
  frozen: string | null = $state(null);
  read = $state(0); // log lines before this have been seen at an own decision
  lifted: number | null = $state(null); // the seat whose person has come to the screen
  gone = $state(false); // the server does not know this table, or not this token

  readonly dice: OwnDice;
  #latest: TableState | null = null;
  #frames: Frames;
  #connection: Connection;
  #explainCache = new Map<string, { text: string; rules: string[] }>();
  #explaining: Ref | null = null;

  constructor(
    readonly id: string,
    public token: string | null,
  ) {
    this.#frames = new Frames(
      (state, waiting) => this.#display(state, waiting),
      () => settings.speed,
    );
    this.dice = new OwnDice(id, token);
    const hello = () => ({
      type: "hello",
      table: id,
      lang: settings.lang,
      ...(this.token ? { token: this.token, salt_hash: this.dice.hash } : {}),
      ...(this.token && settings.name ? { name: settings.name } : {}),
      ...(this.token && settings.colour ? { colour: settings.colour } : {}),
    });
    this.#connection = new Connection(
      hello,
      (message) => this.#receive(message),
      (online) => (this.online = online),
    );
  }

  // ------------------------------------------------------------ what is shown
  slug = $derived(this.shown?.game.slug ?? "");
  view: View | null = $derived(this.shown?.view ?? null);
  seats: Seat[] = $derived(this.shown?.seats ?? []);
  you: number[] = $derived(this.shown?.you ?? []);
  log: LogLine[] = $derived(this.shown?.log ?? []);
  /** The decision to make now: of people who share a screen and are asked at once, that of whose eyes it is. */
  ask: Ask | null = $derived.by(() => {
    const open = this.shown?.asks.filter((ask) => !ask.sealed) ?? [];
    return open.find((ask) => ask.seat === this.shown?.viewer) ?? open[0] ?? null;
  });
  /** Several people on one screen, in a game with secrets: what the next one may see waits until the others look away. */
  curtain = $derived(
    this.you.length > 1 && this.shown?.status === "playing" && this.shown.game.secrets && this.shown.viewer !== null && this.shown.viewer !== this.lifted,
  );
  prompt = $derived(this.ask?.prompt ?? null);
  options: Option[] = $derived(narrowed(this.ask?.options ?? [], this.picked));
  lit: ReadonlySet<Ref> = $derived(this.ask && !this.sending ? litRefs(this.options, this.picked) : NOTHING);
  concerned: ReadonlySet<Ref> = $derived(new Set(this.ask?.refs ?? []));
  told: ReadonlySet<Ref> = $state.raw(NOTHING);
  hot: ReadonlySet<Ref> = $derived(new Set(this.ask?.options.find((option) => option.id === this.hotOption)?.refs ?? []));

  // ------------------------------------------------------------ what comes in
  #receive(message: ServerMessage): void {
    if (message.type === "table") {
      this.#latest = message;
      this.gone = false;
      this.#frames.clear();
      this.#explainCache.clear();
      this.frozen = message.status === "frozen" ? t("frozen", `${message.table}-${message.answers}`) : null;
      this.#display(message, 0);
    } else if (message.type === "update" && this.#latest) {
      this.#latest = merged(this.#latest, message);
      this.#frames.push(this.#latest);
    } else if (message.type === "presence") {
      this.#amend({ seats: message.seats });
    } else if (message.type === "frozen") {
      this.frozen = message.text;
      this.#amend({ status: "frozen", asks: [] });
    } else if (message.type === "refused") {
      this.#refused(message);
    }
    if (message.type === "table" || message.type === "update") this.#answerForDice();
  }

  /** The salt of the token's first seat, when the server asks for it. */
  #answerForDice(): void {
    if (!this.#latest) return;
    const { dice, status, you, replaced } = this.#latest;
    const salt = this.dice.see(dice, status, [...you, ...replaced].sort((a, b) => a - b)[0]);
    if (salt) void this.#connection.ask({ type: "salt", salt });
  }

  /** Changes that are no move: shown at once, and kept in what is still to be shown. */
  #amend(fields: Partial<TableState>): void {
    if (!this.#latest || !this.shown) return;
    this.#latest = { ...this.#latest, ...fields };
    if (!this.behind) this.shown = { ...this.shown, ...fields };
    else this.#frames.push(this.#latest);
  }

  #display(state: TableState, waiting: number): void {
    const before = this.shown;
    const asked = state.asks.map((ask) => ask.seat + ask.prompt + ask.options.length).join();
    if (before && asked !== before.asks.map((ask) => ask.seat + ask.prompt + ask.options.length).join()) this.hint = null;
    if (before && before.rev !== state.rev) {
      if (before.asks.length) this.read = before.log.length;
      this.picked = [];
      this.hotOption = null;
      this.told = NOTHING;
      this.refusal = null;
      this.unexplain();
    }
    this.behind = waiting;
    const show = () => (this.shown = state);
    if (before && !isStill()) movePieces(show);
    else show();
    if (before && before.rev !== state.rev) play(state.asks.length && !before.asks.length ? "turn" : "move");
  }

  #refused(reply: Extract<Reply, { type: "refused" }>): void {
    if (!this.#latest && ["unknown", "not_found", "not_your_seat", "malformed"].includes(reply.code)) this.gone = true;
    if (reply.code === "void") {
      this.token = null; // from now on one watches, if that is allowed
      this.gone = !this.#latest?.public;
      forget(this.id);
    }
    this.refusal = { text: reply.text, rules: reply.rules ?? [] };
    this.picked = [];
    play("refused");
  }

  // ------------------------------------------------------------ picking
  pick(ref: Ref): void {
    if (!this.lit.has(ref)) return;
    this.refusal = null;
    const left = narrowed(this.options, [ref]);
    const [only] = left;
    if (only && left.length === 1) void this.choose(only);
    else this.picked = [...this.picked, ref];
    play("tap");
  }

  unpick(ref: Ref): void {
    this.picked = this.picked.filter((one) => one !== ref);
  }

  point(ref: Ref | null): void {
    this.pointed = ref;
  }

  /** One step back in a choice. */
  back(): boolean {
    if (!this.picked.length) return false;
    this.picked = this.picked.slice(0, -1);
    return true;
  }

  skip(): void {
    this.#frames.skip();
  }

  // ------------------------------------------------------------ wishes
  async choose(option: Option): Promise<void> {
    if (!this.ask || this.sending) return;
    await this.#answer({ action: option.id }, option.id);
  }

  async compose(answer: unknown): Promise<void> {
    if (this.ask && !this.sending) await this.#answer({ answer }, "composed");
  }

  /** What the rules would say to an answer of one's own; null if they could not be asked. */
  async check(answer: unknown): Promise<Checked | null> {
    if (!this.ask) return null;
    const reply = await this.#wish("check", { seat: this.ask.seat, answer });
    return reply.type === "checked" ? reply : null;
  }

  /** A question to the rules about the table as it is; null if they have no answer. */
  async inquire(about: string, of: unknown): Promise<unknown> {
    const reply = await this.#connection.ask({ type: "inquire", about, of });
    return reply.type === "found" ? reply.found : null;
  }

  async #answer(content: Record<string, unknown>, name: string): Promise<void> {
    const seat = this.ask?.seat;
    this.sending = name;
    this.refusal = null;
    const reply = await this.#wish("answer", { seat, ...content });
    this.sending = null;
    if (reply.type === "refused") this.#refused(reply);
  }

  #wish(type: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    return this.#connection.ask({ type, rev: this.#latest?.rev ?? 0, ...fields });
  }

  async #plain(type: string, fields: Record<string, unknown> = {}): Promise<void> {
    this.refusal = null;
    const reply = await this.#wish(type, fields);
    if (reply.type === "refused") this.#refused(reply);
  }

  get #mine(): number {
    return this.ask?.seat ?? this.#latest?.asks[0]?.seat ?? this.you[0] ?? 0;
  }

  undo = (): Promise<void> => this.#plain("undo", { seat: this.shown?.undo.seat ?? this.#mine });
  restart = (): Promise<void> => this.#plain("restart", { seat: this.shown?.undo.seat ?? this.#mine });
  withdraw = (seat: number): Promise<void> => this.#plain("withdraw", { seat });
  askTakeback = (to: number): Promise<void> => this.#plain("ask_takeback", { seat: this.#mine, to });
  replyTakeback = (seat: number, accept: boolean): Promise<void> => this.#plain("reply_takeback", { seat, accept });
  replace = (seat: number, bot: string): Promise<void> => this.#plain("replace", { seat, bot });
  reclaim = (seat: number): Promise<void> => this.#plain("reclaim", { seat });

  async askHint(): Promise<void> {
    if (!this.ask || this.hinting) return;
    this.hinting = true;
    const reply = await this.#wish("hint", { seat: this.ask.seat });
    this.hinting = false;
    if (reply.type === "hint") this.hint = reply;
    else if (reply.type === "refused") this.#refused(reply);
  }

  async explain(ref: Ref, at: Element): Promise<void> {
    this.#explaining = ref;
    const key = `${this.#latest?.rev}.${ref}`;
    if (!this.#explainCache.has(key)) {
      const reply = await this.#connection.ask({ type: "explain", ref });
      if (reply.type !== "explained") return;
      this.#explainCache.set(key, { text: reply.text, rules: reply.rules });
    }
    const found = this.#explainCache.get(key);
    if (found && this.#explaining === ref) this.explained = { ref, ...found, at: at.getBoundingClientRect() };
  }

  unexplain(): void {
    this.#explaining = null;
    this.explained = null;
  }

  setLang(lang: Lang): void {
    const shown = untrack(() => this.shown?.lang);
    if (!shown || shown === lang) return; // the hello says it
    void this.#connection.ask({ type: "lang", lang });
  }

  /** Tells the others the name and the colour that the browser remembers. */
  introduce(): void {
    const { name, colour } = settings;
    if (this.token && name) void this.#connection.ask({ type: "name", name, ...(colour ? { colour } : {}) });
  }

  close(): void {
    this.#frames.clear();
    this.#connection.close();
  }
}
