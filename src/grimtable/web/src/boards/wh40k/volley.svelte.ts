// Shots that a person declares weapon by weapon; the suggestions of the list stay beside them.
import type { BoardModel, Checked } from "../../lib/board";
import type { ShotTable } from "./model";

type Aim = readonly [number: number, target: number]; // which profile of the weapon, and at whom
const REST = 150; // milliseconds after the last change before the rules are asked

export class Volley {
  table: ShotTable | null = $state.raw(null);
  aims: Record<string, Aim> = $state.raw({}); // by "model.slot"
  open = $state(false); // the person chooses by hand
  verdict: Checked | null = $state.raw(null);

  #key = "";
  #timer = 0;

  constructor(readonly model: BoardModel) {}

  get asked(): boolean {
    return this.model.prompt === "declare_shots" && Boolean(this.model.inquire) && this.model.options.length > 0;
  }

  /** The declaration as the game reads it; null as long as the list is used. */
  answer: number[][] | null = $derived.by(() => {
    if (!this.open) return null;
    const shots = Object.entries(this.aims).map(([gun, [number, target]]) => [...gun.split(".").map(Number), number, target]);
    return shots.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
  });

  /** Once per decision: what may be fired, beginning with the first suggestion. */
  take(): void {
    const key = this.asked ? this.model.options.map((option) => option.id).join() : "";
    if (key === this.#key) return;
    this.#key = key;
    [this.table, this.open, this.verdict] = [null, false, null];
    if (!key) return;
    this.aims = suggested(this.model.options[0]?.id ?? "");
    void this.model.inquire?.("shots", []).then((found) => {
      if (key === this.#key) this.table = found as ShotTable | null;
    });
  }

  /** Guns of one profile at a target, or at nobody (-1). */
  aim(guns: readonly (readonly [number, number])[], number: number, target: number): void {
    const aims = { ...this.aims };
    for (const [model, slot] of guns) {
      if (target >= 0) aims[`${model}.${slot}`] = [number, target];
      else if (aims[`${model}.${slot}`]?.[0] === number) delete aims[`${model}.${slot}`];
    }
    this.aims = aims;
    this.verdict = null;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.model.check?.(this.answer).then((verdict) => (this.verdict = verdict)), REST);
  }

  /** At whom all of these fire with this profile: -1 nobody, null not all at the same. */
  aimOf(guns: readonly (readonly [number, number])[], number: number): number | null {
    const found = new Set(guns.map(([model, slot]) => (this.aims[`${model}.${slot}`]?.[0] === number ? this.aims[`${model}.${slot}`]?.[1] : -1)));
    return found.size === 1 ? ([...found][0] ?? null) : null;
  }

  async fire(): Promise<void> {
    if (this.answer) await this.model.compose?.(this.answer);
  }
}

/** The shots that an option's id tells, four numbers each. */
function suggested(id: string): Record<string, Aim> {
  const numbers = id.slice(id.indexOf(":") + 1).split("/").filter(Boolean).map(Number);
  const aims: Record<string, Aim> = {};
  for (let at = 0; at + 3 < numbers.length; at += 4) aims[`${numbers[at]}.${numbers[at + 1]}`] = [numbers[at + 2] ?? 0, numbers[at + 3] ?? 0];
  return aims;
}
