// Cthulhu Wars as the server shows it: games/cthulhu/hidden.py and the facts of components.py.
import type { IconName } from "../../generated/icons";
import type { BoardModel } from "../../lib/board";
import { factsOf, words } from "../../lib/catalogue.svelte";
import type { View } from "../../lib/protocol";

export const SLUG = "cthulhu";
export const DICE: readonly IconName[] = ["g-die-1", "g-die-2", "g-die-3", "g-die-4", "g-die-5", "g-die-6"];

export interface UnitView {
  id: string;
  kind: string;
  owner: number;
  faction: string;
  place: string; // an area, "pool", "submerged" or "captive"
  captor: number | null;
  on_gate: boolean;
}
export interface AreaView {
  gate: "abandoned" | "controlled" | null;
  keeper: string | null;
  controller: number | null;
  desecrated: boolean;
  units: string[];
}
export interface PlayerView {
  faction: string | null;
  power: number;
  doom: number;
  income: number;
  gates: string[];
  books: number;
  slots: { requirement: string; spellbook: string | null }[];
  unearned: string[];
  signs: number;
  known_signs: number[];
  captives: string[];
  great_old_ones: string[];
}
export interface BattleView {
  area: string;
  sides: { player: number; fighters: string[]; dice: number }[];
  rolled: number[][];
  exempt: string[];
  called: string[];
  killed: string[];
  pained: string[];
  victims: string[];
  fleeing: string[];
}
export interface CthulhuView extends View {
  map: string;
  phase: string;
  cycle: number;
  first: number | null;
  direction: "clockwise" | "counterclockwise";
  active: number | null;
  ritual: { track: number[]; marker: number; cost: number; instant_death: boolean };
  decay: number | null;
  areas: Record<string, AreaView>;
  units: UnitView[];
  players: PlayerView[];
  bag: number;
  battle: BattleView | null;
}
interface Facts {
  units: Record<string, { kind: string; rank: "cultist" | "monster" | "great_old_one"; cost: number }>;
  factions: Record<string, { unique: string; great_old_one_abilities: string[] }>;
}

export function viewOf(model: BoardModel): CthulhuView | null {
  return model.view as CthulhuView | null;
}

export function glyphOf(kind: string): IconName {
  return kind === "acolyte" ? "g-cultist" : (`g-${kind}` as IconName);
}

export function kindName(kind: string): string {
  return words(SLUG, `unit.${kind}`);
}

export function areaName(area: string): string {
  return words(SLUG, `area.${area}`);
}

export function rankOf(uid: string): "cultist" | "monster" | "great_old_one" {
  return factsOf<Facts>(SLUG)?.units[uid]?.rank ?? "cultist";
}

export function costOf(uid: string): number {
  return factsOf<Facts>(SLUG)?.units[uid]?.cost ?? 0;
}

/** What a faction can do without any spellbook. */
export function innate(faction: string): string[] {
  const facts = factsOf<Facts>(SLUG)?.factions[faction];
  return facts ? [facts.unique, ...facts.great_old_one_abilities] : [];
}

/** Figures that are alike: of one kind, owner and place, with the same results of a battle. */
export interface Group {
  ref: string;
  kind: string;
  owner: number;
  units: string[];
  killed: number;
  pained: number;
  onGate: boolean;
}

export function groups(view: CthulhuView, units: readonly UnitView[]): Group[] {
  const found = new Map<string, Group>();
  for (const { id, kind, owner, on_gate } of units) {
    const killed = view.battle?.killed.filter((one) => one === id).length ?? 0;
    const pained = view.battle?.pained.filter((one) => one === id).length ?? 0;
    const key = [owner, kind, on_gate, killed, pained].join();
    const group = found.get(key);
    if (group) group.units.push(id);
    else found.set(key, { ref: `unit:${id}`, kind, owner, units: [id], killed, pained, onGate: on_gate });
  }
  return [...found.values()];
}

/** The figures beside a gate, those of its keeper first. */
export function groupsIn(view: CthulhuView, area: string): Group[] {
  const here = groups(view, view.units.filter((unit) => unit.place === area && !unit.on_gate));
  const keeper = view.areas[area]?.controller ?? -1;
  return here.sort((a, b) => Number(b.owner === keeper) - Number(a.owner === keeper) || a.owner - b.owner);
}

export function groupLabel(model: BoardModel, group: Group): string {
  const side = model.seats[group.owner]?.side_text ?? "";
  return `${group.units.length > 1 ? `${group.units.length} × ` : ""}${kindName(group.kind)}, ${side}`;
}

/** Seats from the first player in the direction of play. */
export function seatOrder(view: CthulhuView): number[] {
  const count = view.players.length;
  const step = view.direction === "clockwise" ? 1 : -1;
  return view.players.map((_, n) => ((view.first ?? 0) + step * n + count * count) % count);
}
