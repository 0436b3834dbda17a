// The unit in the hand: where its models would stand, and what the rules say to it.
import type { BoardModel, Checked } from "../../lib/board";
import { MARKER, MOVES, PLACINGS, PX, type BattleView, type Point, type Pose, facts, levels, pathsIn, poseOf, viewOf } from "./model";

const PAUSE = 240; // between two questions to the server, in milliseconds

export class Hand {
  paths: Record<number, Pose[]> = $state.raw({}); // per model: the corners of its way, the last is where it is held
  spot: Point | null = $state.raw(null); // of a marker
  verdict: Checked | null = $state.raw(null);
  whole = $state(true); // dragging one model takes the unit along
  lift = $state(0); // which of the heights of a place is meant
  touched = $state(false);

  #key = "";
  #busy = false;
  #again = false;

  constructor(readonly model: BoardModel) {}

  /** What is asked: to move a unit, to set one up, to place a marker; or nothing of this kind. */
  get kind(): "move" | "place" | "marker" | null {
    const prompt = this.model.prompt ?? "";
    if (!this.model.compose || !this.model.options.length) return null;
    return MOVES.includes(prompt) ? "move" : PLACINGS.includes(prompt) ? "place" : prompt === MARKER ? "marker" : null;
  }

  get unit(): number {
    return viewOf(this.model)?.acting ?? -1;
  }

  get models(): number[] {
    const view = viewOf(this.model);
    return (this.kind === "move" || this.kind === "place") && view ? (view.units[this.unit]?.alive ?? []) : [];
  }

  /** Take up what is asked about, once per decision. */
  take(): void {
    const view = viewOf(this.model);
    const key = `${this.model.prompt}.${this.unit}.${this.model.options.map((option) => option.id).join()}`;
    if (!view || key === this.#key) return;
    this.#key = key;
    this.reset();
  }

  reset(): void {
    this.touched = false;
    this.verdict = null;
    this.spot = null;
    this.lift = 0;
    this.paths = this.kind === "place" ? this.#suggested() : {};
  }

  /** Models that are set up come from nowhere: they begin where the first suggestion has them. */
  #suggested(): Record<number, Pose[]> {
    const models = this.models;
    const first = this.model.options.map((option) => pathsIn(option.id, models.length)).find((paths) => paths?.some((path) => path.length));
    return Object.fromEntries(models.map((model, n) => [model, first?.[n] ?? []]));
  }

  start(model: number): Pose {
    const row = viewOf(this.model)?.models[model];
    return row ? poseOf(row) : [0, 0, 0, 0];
  }

  /** Where a model is now, in the hand or on the table; null if it is nowhere yet. */
  pose(model: number): Pose | null {
    const held = this.paths[model]?.at(-1);
    if (held) return held;
    return this.kind === "place" ? null : this.start(model);
  }

  /** Push models by so much from where they were when the drag began. */
  drag(from: Record<number, Pose>, dx: number, dy: number): void {
    const view = viewOf(this.model);
    if (!view) return;
    const moved = { ...this.paths };
    for (const [id, [x, y, , facing]] of Object.entries(from)) {
      const [nx, ny] = [snapped(x + dx), snapped(y + dy)];
      const corners = (moved[Number(id)] ?? []).slice(0, -1);
      moved[Number(id)] = [...corners, [nx, ny, this.#height(view, nx, ny), facing]];
    }
    this.paths = moved;
    this.#changed();
  }

  #height(view: BattleView, x: number, y: number): number {
    const found = levels(facts()?.terrain[view.terrain] ?? [], x, y);
    return found[Math.min(this.lift, found.length - 1)] ?? 0;
  }

  /** From here on the way has a corner. */
  corner(): void {
    this.paths = Object.fromEntries(Object.entries(this.paths).map(([id, path]) => [id, path.length ? [...path, path.at(-1) as Pose] : path]));
  }

  turn(steps: number): void {
    const turned = { ...this.paths };
    for (const id of this.models) {
      const at = this.pose(id);
      if (at) turned[id] = [...(turned[id] ?? []).slice(0, -1), [at[0], at[1], at[2], (at[3] + steps + 128) % 128]];
    }
    this.paths = turned;
    this.#changed();
  }

  raise(): void {
    const view = viewOf(this.model);
    this.lift = this.lift ? 0 : 1;
    if (!view) return;
    this.paths = Object.fromEntries(
      Object.entries(this.paths).map(([id, path]) => {
        const last = path.at(-1);
        return [id, last ? [...path.slice(0, -1), [last[0], last[1], this.#height(view, last[0], last[1]), last[3]] as Pose] : path];
      }),
    );
    this.#changed();
  }

  put(x: number, y: number): void {
    this.spot = [snapped(x), snapped(y)];
    this.#changed();
  }

  /** The answer as the game reads it. */
  answer(): unknown {
    if (this.kind === "marker") return this.spot ?? [];
    return this.models.map((id) => {
      const path = (this.paths[id] ?? []).filter((pose, n, all) => n === 0 || pose.join() !== all[n - 1]?.join());
      if (this.kind === "place") return path.at(-1) ?? [];
      return path.length === 1 && path[0]?.join() === this.start(id).join() ? [] : path;
    });
  }

  async confirm(): Promise<void> {
    if (this.kind && this.touched) await this.model.compose?.(this.answer());
  }

  #changed(): void {
    this.touched = true;
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    const key = this.#key;
    void this.model.check?.(this.answer()).then((verdict) => {
      if (key === this.#key && this.touched) this.verdict = verdict;
      setTimeout(() => {
        this.#busy = false;
        const again = this.#again && key === this.#key && this.touched;
        this.#again = false;
        if (again) this.#changed();
      }, PAUSE);
    });
  }
}

/** To a twentieth of an inch. */
function snapped(length: number): number {
  return Math.round(length / PX) * PX;
}
