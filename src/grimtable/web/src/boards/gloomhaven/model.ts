// Gloomhaven as the server shows it: games/gloomhaven/hidden.py, outlook.py and facts.py.
import type { IconName } from "../../generated/icons";
import type { BoardModel } from "../../lib/board";
import { factsOf, template, words } from "../../lib/catalogue.svelte";
import { filled } from "../../lib/i18n";
import type { Option, View } from "../../lib/protocol";
import { sideOf, type SideNumber } from "../../lib/sides";

export const SLUG = "gloomhaven";
export const ELEMENTS = ["fire", "ice", "air", "earth", "light", "dark"] as const;
export const MONSTERS: SideNumber = 6;

export interface HexView {
  id: number;
  q: number;
  r: number;
  room: number;
  terrain: string[];
  trap: { damage: number; conditions: string[] } | null;
  money: number;
  treasure: boolean;
  walls: number[]; // directions in which a wall parts it from another hex that is shown
}
export interface DoorView {
  hex: number;
  closed: boolean;
  locked: boolean;
}
export interface FigureView {
  id: number;
  sort: "character" | "summon" | "monster" | "objective";
  kind: string;
  rank: "normal" | "elite" | "boss" | null;
  deck: string | null; // whose card it acts by
  number: number;
  side: number;
  hex: number;
  hp: number;
  max_hp: number;
  conditions: string[];
  shield: number;
  retaliate: number;
  owner: number | null;
  acted: boolean;
  initiative: number | null;
  sees: number[];
}
export interface CharacterView {
  id: number;
  seat: number;
  class: string;
  level: number;
  exhausted: boolean;
  hand: number[];
  hand_size: number;
  home: number[];
  discard: number[];
  lost: number[];
  active: number[];
  chosen: number[];
  to_play: number[];
  xp: number;
  money: number;
  treasures: number[];
  items: { item: number; name: string; state: "ready" | "spent" | "consumed" }[];
  goal: number | null;
  goals_dealt: number[];
}
export interface Stride {
  figure: number;
  points: number;
  reach: { hex: number; cost: number; before: number }[];
}
export interface Intent {
  figure: number;
  focus: number[];
  why: string | null;
  initiative: number | null;
  to: number[];
  targets: number[];
  move: number | null;
  attack: number | null;
  range: number;
  consumes: string[];
  infuses: string[];
}
export interface DungeonView extends View {
  scenario: number | string; // "random": a random dungeon
  name: string;
  level: number;
  round: number;
  phase: string;
  acting: number | null;
  standing: string;
  elements: Record<string, number>;
  infused: string[];
  hexes: HexView[];
  doors: DoorView[];
  start_hexes: number[];
  figures: FigureView[];
  characters: CharacterView[];
  abilities: Record<string, number>;
  seats: number[];
  stride: Stride | null;
  intents: Intent[];
}
export type Told = string | number | null | Told[] | { say: string; with: Told[] };
export interface Area {
  melee: boolean;
  hexes: [number, number][];
}
export interface HalfFace {
  lines: { text: string; xp: boolean }[];
  areas: Area[];
  lost: boolean;
  active: boolean;
}
export interface CardFacts {
  id: number;
  printed: number;
  name: string;
  class: string;
  level: number | string;
  initiative: number;
  lost: [boolean, boolean];
  active: [boolean, boolean];
  lines: [Told[], Told[]];
  areas: [Area[], Area[]];
}
export interface MonsterCardFacts {
  deck: string;
  initiative: number;
  shuffle: boolean;
  lines: Told[];
}
interface Facts {
  cards: CardFacts[];
  monster_cards: Record<string, MonsterCardFacts>;
  items: { name: string; slot: string; after_use: string; lines: Told[] }[];
  goals: { id: number; number: number }[];
}

export function viewOf(model: BoardModel): DungeonView | null {
  return model.view as DungeonView | null;
}

export function facts(): Facts | undefined {
  return factsOf<Facts>(SLUG);
}

/** A message of the game in the words of its catalogue. */
export function told(words_: Told): string {
  if (words_ === null) return "";
  if (Array.isArray(words_)) return words_.map(told).join(template(SLUG, "list_comma") ?? ", ");
  if (typeof words_ !== "object") return String(words_);
  return filled(template(SLUG, words_.say) ?? words_.say, words_.with.map(told));
}

// ---------------------------------------------------------------- names
export function figureName(figure: FigureView): string {
  if (figure.sort === "monster") return words(SLUG, `rank.${figure.rank ?? "normal"}`, words(SLUG, `monster.${figure.kind}`), figure.number);
  const group = { character: "class", summon: "summon", objective: "objective" }[figure.sort];
  return words(SLUG, `${group}.${figure.kind}`);
}

export function characterAt(view: DungeonView, seat: number): CharacterView[] {
  return view.characters.filter((character) => character.seat === seat);
}

/** One half of a card, in words. */
export function faceOf(card: CardFacts, n: 0 | 1): HalfFace {
  const isXp = (line: Told) => line !== null && typeof line === "object" && "say" in line && line.say === "line.xp";
  return { lines: card.lines[n].map((line) => ({ text: told(line), xp: isXp(line) })), areas: card.areas[n], lost: card.lost[n], active: card.active[n] };
}

/** Cards that a line of the log or a decision speaks of are open; whose they are the facts say. */
export function cardOf(id: number): CardFacts | undefined {
  const card = facts()?.cards[id];
  return card && { ...card, name: words(SLUG, `card.${card.printed}`) };
}

// ---------------------------------------------------------------- sides
const ALONE: SideNumber[] = [1, 2, 3, 4]; // one person with several characters

export function sideOfCharacter(model: BoardModel, view: DungeonView, id: number): SideNumber {
  const character = view.characters[id];
  if (!character) return MONSTERS;
  return new Set(view.seats).size > 1 ? sideOf(model.seats, character.seat).number : (ALONE[id] ?? MONSTERS);
}

export function sideOfFigure(model: BoardModel, view: DungeonView, figure: FigureView): SideNumber {
  if (figure.sort === "character") return sideOfCharacter(model, view, figure.id);
  return figure.sort === "summon" && figure.owner !== null ? sideOfCharacter(model, view, figure.owner) : MONSTERS;
}

// ---------------------------------------------------------------- glyphs
const MONSTER_GLYPHS: [RegExp, IconName][] = [
  [/archer/, "g-archer"],
  [/guard|captain|commander|lieutenant|overseer/, "g-guard"],
  [/shaman|necromancer|cultist|jekserah/, "g-shaman"],
  [/bones/, "g-bones"],
  [/corpse/, "g-corpse"],
  [/spirit|soul|gloom|colorless/, "g-spirit"],
  [/golem|savvas|deep-earth|arcane/, "g-golem"],
  [/ooze/, "g-ooze"],
  [/imp/, "g-imp"],
  [/hound|wolf/, "g-beast"],
  [/bear/, "g-bear"],
  [/viper/, "g-viper"],
  [/drake/, "g-drake"],
  [/lurker/, "g-lurker"],
  [/vermling/, "g-vermling"],
  [/demon|flame|dark-rider|betrayer/, "g-fiend"],
  [/terror|eye|harrower|deep/, "g-terror"],
  [/artillery|cannon/, "g-artillery"],
];

export function glyphOf(figure: FigureView): IconName {
  if (figure.sort === "character") return classGlyph(figure.kind);
  if (figure.sort === "summon") return "g-ally";
  if (figure.sort === "objective") return "g-objective";
  return monsterGlyph(figure.kind);
}

export function monsterGlyph(kind: string): IconName {
  return MONSTER_GLYPHS.find(([pattern]) => pattern.test(kind))?.[1] ?? "g-fiend";
}

export function conditionGlyph(name: string): string {
  return name === "curse" ? "g-hexed" : `g-${name}`;
}

const CLASS_GLYPHS: Record<string, IconName> = {
  brute: "g-brute",
  tinkerer: "g-tinkerer",
  spellweaver: "g-spellweaver",
  scoundrel: "g-scoundrel",
  cragheart: "g-cragheart",
  mindthief: "g-mindthief",
};

export function classGlyph(name: string): IconName {
  return CLASS_GLYPHS[name] ?? "g-mercenary";
}

// ---------------------------------------------------------------- the map: hexes with a point at the top
export const R = 38; // from the middle to a corner
export const WIDE = Math.sqrt(3) * R;
export const DIRECTIONS = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]] as const;

export interface Spot {
  x: number;
  y: number;
}

export function middle(hex: { q: number; r: number }): Spot {
  return { x: WIDE * (hex.q + hex.r / 2), y: 1.5 * R * hex.r };
}

export function corner(n: number, radius = R): Spot {
  const angle = ((60 * n - 30) * Math.PI) / 180;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

/** A hex around (0, 0). */
export function outline(radius = R): string {
  return `M${[0, 1, 2, 3, 4, 5].map((n) => corner(n, radius)).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** The side of a hex toward a direction: its two corners. Directions go counter-clockwise from the right, corners clockwise from the upper right. */
export function edgeOf(direction: number): [Spot, Spot] {
  const first = (6 - direction) % 6;
  return [corner(first), corner((first + 1) % 6)];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function boxOf(hexes: readonly HexView[]): Box {
  const spots = hexes.map(middle);
  const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
  const edge = R * 1.6;
  return { x: left - edge, y: top - edge, width: right - left + 2 * edge, height: bottom - top + 2 * edge };
}

/** The ways to lay an area, while one is laid. */
export function waysToLay(model: BoardModel): Option[] {
  return model.prompt === "area" ? model.options.filter((option) => option.refs.some((ref) => ref.startsWith("hex:"))) : [];
}

/** The way of a move, first step first. */
export function wayTo(stride: Stride, hex: number): number[] {
  const before = new Map(stride.reach.map((one) => [one.hex, one.before]));
  const way: number[] = [];
  for (let at: number | undefined = hex; at !== undefined && before.has(at) && way.length < 200; at = before.get(at)) way.unshift(at);
  return way;
}
