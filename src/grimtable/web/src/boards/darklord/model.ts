// The Nameless Dark Lord as the server shows it: games/darklord/hidden.py and the facts of components.py.
import type { IconName } from "../../generated/icons";
import type { BoardModel } from "../../lib/board";
import { factsOf, template, words } from "../../lib/catalogue.svelte";
import { unfilled } from "../../lib/i18n";
import type { Option, View } from "../../lib/protocol";
import { settings } from "../../lib/settings.svelte";

export const SLUG = "darklord";
export const PLACES = 5; // an area holds so many units

export interface Rank {
  player: number;
  total: number;
  flag: boolean;
  cost: number;
  can_pay: boolean;
  barred: boolean;
}
export interface StackUnit {
  unit: string;
  owner: number;
  power: number;
}
export interface AreaView {
  label: string;
  target: string | null;
  stack: StackUnit[];
  ranking: Rank[];
}
export interface Home {
  color: string | null;
  coins: number;
  income: number;
  sleeves: number;
  stones: number;
  curses: number;
  throne_vp: number;
  passed: boolean;
  units: string[];
  ready: string[];
  territories: string[];
  minus: string[];
  artifacts: string[];
  score: { curses: number; artifacts: [string, number][]; throne: number; minus: number; plus: number; total: number };
}
export interface DarkLordView extends View {
  round: number;
  phase: string;
  area: string | null;
  start: number;
  decks: number[];
  areas: AreaView[];
  players: Home[];
  removed: [string, number][];
  trash: string[];
  worth: Record<string, number>; // of cards that count something else than is printed
  wording: Record<string, string>; // texts that say something else under the rulings of this game
}
export interface CardFacts {
  kind: string;
  type: "unit" | "territory" | "artifact" | "marker" | "reference";
  race: string;
  level: number;
  power: number;
  upkeep: number;
  vp: number | null;
  income: number;
  circles: number;
  designed: string[];
}

export function viewOf(model: BoardModel): DarkLordView | null {
  return model.view as DarkLordView | null;
}

const UNKNOWN: CardFacts = { kind: "", type: "marker", race: "", level: 0, power: 0, upkeep: 0, vp: 0, income: 0, circles: 0, designed: [] };

export function card(uid: string): CardFacts {
  return factsOf<Record<string, CardFacts>>(SLUG)?.[uid] ?? UNKNOWN;
}

export function nameOf(uid: string): string {
  return words(SLUG, `card.${card(uid).kind}`);
}

/** What a card does, under the rulings of this game. */
export function textOf(uid: string, view: DarkLordView | null): string {
  const key = uid.startsWith("throne_") ? "text.throne" : `text.${card(uid).kind}`;
  return words(SLUG, view?.wording?.[key] ?? key);
}

export function glyphOf(uid: string): IconName {
  return uid.startsWith("throne_") ? "g-throne" : (`g-${card(uid).kind}` as IconName);
}

export function ordinal(rank: number): string {
  if (settings.lang === "ja") return `${rank}位`;
  return `${rank}${rank % 100 > 10 && rank % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th")}`;
}

export interface Bid {
  rank: number;
  price: number;
  funds: number;
}

/** What a placement would make of its area, as the option's note tells it. */
export function bidOf(option: Option): Bid | "barred" | null {
  const form = template(SLUG, "note.place");
  const params = option.note && form ? unfilled(form, option.note) : null;
  if (params) return { rank: Number(params[0]), price: Number(params[1]), funds: Number(params[2]) };
  return option.note && option.note === template(SLUG, "note.barred") ? "barred" : null;
}

/** The placement that is left for an area, once a unit is chosen or only one kind is there. */
export function placementAt(model: BoardModel, label: string): Option | null {
  if (model.prompt !== "place") return null;
  const here = model.options.filter((option) => option.refs.includes(`area:${label}`));
  return here.length === 1 ? (here[0] ?? null) : null;
}

/** The card that an option places: the first it speaks of. */
export function placedBy(option: Option): string {
  return (option.refs[0] ?? "").replace(/^card:/, "");
}

export type UnitState = { at: string } | "ready" | "removed" | "home";

export function unitState(view: DarkLordView, seat: number, uid: string): UnitState {
  const area = view.areas.find((one) => one.stack.some((unit) => unit.unit === uid));
  if (area) return { at: area.label };
  if (view.removed.some(([unit]) => unit === uid)) return "removed";
  return view.players[seat]?.ready.includes(uid) ? "ready" : "home";
}

/** Sleeves in use: a unit without one cannot be placed; the Bomber needs none. */
export function sleevesUsed(view: DarkLordView, seat: number): number {
  const units = view.players[seat]?.units ?? [];
  return units.filter((uid) => card(uid).kind !== "goblin_bomber" && unitState(view, seat, uid) !== "home").length;
}
