// A finished game, move by move. It is a board model in which nothing can be chosen.
import { untrack } from "svelte";
import { api } from "./api";
import type { BoardModel, Explained } from "./board";
import { Series } from "./differences";
import { movePieces } from "./flip";
import type { LogLine, Option, Ref, Replay, ReplayMove, ReplayPosition, Seat, Stats, View } from "./protocol";
import { isStill, settings } from "./settings.svelte";

const PACE = 1100; // milliseconds a move stays in sight at speed 1
const NOTHING: ReadonlySet<Ref> = new Set();

export class ReplayPlayer implements BoardModel {
  game: Replay | null = $state.raw(null);
  stats: Stats | null = $state.raw(null);
  problem: string | null = $state(null);
  at = $state(0); // the number of moves made
  eyes = $state("all"); // a seat's number, `public` or `all`
  speed = $state(1);
  playing = $state(false);
  told: ReadonlySet<Ref> = $state.raw(NOTHING);
  explained: Explained | null = $state.raw(null);
  #explainCache = new Map<string, { text: string; rules: string[] }>();
  #explaining: Ref | null = null;
  #timer = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
    start: number | null,
  ) {
    this.at = start ?? 0;
  }

  slug = $derived(this.game?.game.slug ?? "");
  seats: Seat[] = $derived(this.game?.seats.map((seat) => ({ ...seat, connected: true })) ?? []);
  you: number[] = $derived(/^\d+$/.test(this.eyes) ? [Number(this.eyes)] : []);
  count = $derived(this.game?.moves.length ?? 0);
  move: ReplayMove | null = $derived(this.game?.moves[this.at - 1] ?? null);
  #positions = $derived(this.game ? new Series<ReplayPosition>(this.game.start, this.game.changes) : null);
  #position = $derived(this.#positions?.at(Math.min(this.at, this.count)) ?? null);
  view: View | null = $derived(this.#position?.view ?? null);
  phase = $derived(this.#position?.phase_text ?? "");
  log: LogLine[] = $derived(this.game?.log.slice(0, this.move?.log ?? this.game.moves[0]?.log ?? 0) ?? []);
  concerned: ReadonlySet<Ref> = $derived(new Set(this.move?.refs ?? []));
  readonly prompt = null;
  readonly options: Option[] = [];
  readonly lit = NOTHING;
  readonly picked: Ref[] = [];
  readonly hot = NOTHING;

  async load(): Promise<void> {
    const wanted = `${this.eyes} ${settings.lang}`;
    try {
      const [game, stats] = await Promise.all([api.replay(this.id, this.eyes, this.token ?? undefined), api.stats(this.id, this.token ?? undefined)]);
      if (wanted !== `${this.eyes} ${settings.lang}`) return; // another view was asked for meanwhile
      this.game = game;
      this.stats = stats;
      this.at = Math.min(this.at, game.moves.length);
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  to(move: number): void {
    const next = Math.max(0, this.game ? Math.min(this.count, move) : move);
    if (next === this.at) return;
    this.unexplain();
    const show = () => (this.at = next);
    if (Math.abs(next - this.at) === 1 && !isStill()) movePieces(show);
    else show();
    history.replaceState(null, "", `#move=${next}`);
  }

  /** To the first move of the next or the previous chapter. */
  chapter(by: 1 | -1): void {
    const starts = this.chapters.map((one) => one.from);
    const found = by === 1 ? starts.find((start) => start > this.at) : starts.findLast((start) => start < this.at);
    this.to(found ?? (by === 1 ? this.count : 0));
  }

  chapters: { name: string; from: number; to: number }[] = $derived.by(() => {
    const found: { name: string; from: number; to: number }[] = [];
    for (const move of this.game?.moves ?? []) {
      const last = found.at(-1);
      if (last && (move.chapter === null || move.chapter === last.name)) last.to = move.n;
      else found.push({ name: move.chapter ?? "", from: move.n, to: move.n });
    }
    return found;
  });

  toggle(): void {
    this.playing = !this.playing;
    clearTimeout(this.#timer);
    if (this.playing && this.at >= this.count) this.to(0);
    if (this.playing) this.#tick();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #tick(): void {
    this.#timer = setTimeout(() => {
      this.to(this.at + 1);
      if (this.at >= this.count) this.stop();
      else this.#tick();
    }, PACE / this.speed);
  }

  /** Load now, and again whenever other eyes or another language are wanted. */
  watch(): void {
    $effect(() => {
      void [this.eyes, settings.lang];
      void untrack(() => this.load());
    });
  }

  pick(): void {}
  unpick(): void {}
  point(): void {}

  async explain(ref: Ref, at: Element): Promise<void> {
    this.#explaining = ref;
    const key = [this.at, this.eyes, settings.lang, ref].join(" ");
    try {
      const found = this.#explainCache.get(key) ?? (await api.explain(this.id, this.at, this.eyes, ref, this.token ?? undefined));
      this.#explainCache.set(key, found);
      if (this.#explaining === ref) this.explained = { ref, ...found, at: at.getBoundingClientRect() };
    } catch {
      return; // nothing to say about it
    }
  }

  unexplain(): void {
    this.#explaining = null;
    this.explained = null;
  }
}
