// Warhammer 40,000 as the server shows it: games/wh40k/hidden.py and facts.py. Lengths are hundredths of a millimetre.
import type { IconName } from "../../generated/icons";
import type { BoardModel } from "../../lib/board";
import { factsOf, words } from "../../lib/catalogue.svelte";
import type { LogLine, View } from "../../lib/protocol";

export const SLUG = "wh40k";
export const INCH = 2540;
export const PX = 127; // so much is one unit of the picture: twenty of them are an inch
export const DIRECTIONS = 128;
export const MOVES: readonly string[] = ["move", "charge_move", "heroic_move", "pile_in", "consolidate"];
export const PLACINGS: readonly string[] = ["set_up", "disembark"];
export const MARKER = "place_marker";
export const DICE: readonly IconName[] = ["g-face-1", "g-face-2", "g-face-3", "g-face-4", "g-face-5", "g-face-6"];

export type Point = readonly [number, number];
export type Pose = [number, number, number, number]; // x, y, z, facing
export type ModelRow = [unit: number, line: string, wounds: number, x: number, y: number, z: number, facing: number, moved: number];

export interface UnitView {
  id: number;
  owner: number;
  sheet: string;
  place: "table" | "reserve" | "waiting" | "gone" | "aboard" | "dying";
  transport: number | null;
  models: number[];
  alive: number[];
  wargear: string[][];
  abilities: string[];
  powers: string[];
  flags: string[];
  lost: number;
  targets: number[];
}
export interface MarkerView {
  id: number;
  x: number;
  y: number;
  controller: number;
}
export interface BattleView extends View {
  round: number;
  phase: string;
  active: number;
  first: number;
  acting: number; // the unit that is asked about, or -1
  reach: number; // how far it may move
  terrain: string;
  objective: string | null;
  division: string;
  markers: MarkerView[];
  underdog: number;
  rerolls: number;
  players: { army: string; power: number; vp: number; zone: number | null; warlord: number; trait: string }[];
  units: UnitView[];
  models: ModelRow[];
}
export interface Sheet {
  name: string;
  faction: string;
  keywords: string[];
  abilities: string[];
  shape: "round" | "oval" | "hull";
  half_width: number;
  half_length: number;
  height: number;
  lines: Record<string, (number | string)[]>; // least move, move, WS, BS, S, T, W, A, Ld, Sv
}
export interface Profile {
  name: string;
  range: number;
  type: string;
  attacks: string;
  strength: string;
  ap: number;
  damage: string;
}
export interface Terrain {
  kind: string;
  footprint: Point[];
  cover: boolean;
  walls: [Point[], number, number, boolean][];
  floors: [Point[], number][];
}
/** What the rules say an attack will do to one unit; numbers in ten-thousandths. */
export interface Prospect {
  unit: number;
  attacks: number;
  hits: number;
  wounds: number;
  unsaved: number;
  damage: number;
  kills: number | null; // null where there are too many ways to follow
  slain: number[]; // by how many are slain
  models: number;
  left_out: string[];
}
/** What a unit may fire: games/wh40k/inquiries.py. */
export interface ShotGroup {
  weapon: string;
  number: number; // of the weapon's profiles
  profiles: number;
  guns: [model: number, slot: number][];
  targets: number[];
}
export interface ShotTable {
  groups: ShotGroup[];
  spared: { unit: number; why: string; rule: string }[];
}
export interface Seen {
  sees: boolean;
  seen: number; // of the other's unit, so many
  of: number;
  length: number;
}
export interface ArmyUnit {
  datasheet: string;
  power: number;
  models: { profile: string; count: number; wargear: string[] }[];
  abilities?: string[]; // an army that the browser kept from earlier has none
}
export interface Army {
  faction: string;
  power: number;
  units: ArmyUnit[];
}
/** What became of a file that somebody brought: games/wh40k/rosters/report.py. */
export interface Report {
  name: string;
  reasons: { text: string }[];
  entries: { name: string; status: "mapped" | "approximated" | "refused"; points: number; reasons: { text: string }[] }[];
  army: (Army & { name: string }) | null;
  value: string;
}
export interface Facts {
  table: [number, number];
  divisions: Record<string, [Point, Point]>;
  terrain: Record<string, Terrain[]>;
  sheets: Record<string, Sheet>;
  weapons: Record<string, Profile[]>;
  armies: Record<string, Army>;
}

export function viewOf(model: BoardModel): BattleView | null {
  return model.view as BattleView | null;
}

export function facts(): Facts | undefined {
  return factsOf<Facts>(SLUG);
}

export function sheetOf(unit: UnitView): Sheet | undefined {
  return facts()?.sheets[unit.sheet];
}

export function unitName(unit: UnitView): string {
  return words(SLUG, "unit", words(SLUG, `sheet.${unit.sheet}`), unit.id + 1);
}

export function inches(length: number, digits = 1): string {
  return `${(length / INCH).toFixed(digits)}″`;
}

const FACTION: Record<string, IconName> = {
  space_marines: "g-bolter",
  death_guard: "g-gas_mask",
  necrons: "g-android",
  orks: "g-ork",
  tyranids: "g-bug",
};

/** One glyph per kind of unit; the side's colour and the name say the rest. */
export function glyphOf(sheet: Sheet | undefined): IconName {
  const has = (word: string) => sheet?.keywords.includes(word) ?? false;
  if (has("CHARACTER")) return has("PSYKER") ? "g-psyker_staff" : "g-leader";
  if (has("TRANSPORT")) return "g-transport";
  if (has("VEHICLE")) return has("FLY") ? "g-flyer" : "g-walker";
  if (has("MONSTER")) return "g-monster";
  if (has("SWARM") || has("SWARMS")) return "g-swarms";
  if (has("POXWALKERS")) return "g-zombie";
  return FACTION[sheet?.faction ?? ""] ?? "g-bolter";
}

// ---------------------------------------------------------------- shapes
export function poseOf(row: ModelRow): Pose {
  return [row[3], row[4], row[5], row[6]];
}

/** Degrees of one of the 128 directions. */
export function degrees(facing: number): number {
  return (facing * 360) / DIRECTIONS;
}

/** How far the rim is from the middle, at most. */
export function reachOf(sheet: Sheet | undefined): number {
  return sheet ? (sheet.shape === "round" ? sheet.half_width : Math.hypot(sheet.half_width, sheet.half_length)) : 1600;
}

export function polygon(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x / PX},${y / PX}`).join(" ");
}

export function holds(points: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  points.forEach(([ax, ay], n) => {
    const [bx, by] = points[(n + 1) % points.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** The heights at which something can stand here: the ground, unless terrain fills it, and floors. */
export function levels(terrain: readonly Terrain[], x: number, y: number): number[] {
  const solid = terrain.some((piece) => piece.walls.some(([points, low]) => low === 0 && holds(points, x, y)));
  const floors = terrain.flatMap((piece) => piece.floors.filter(([points]) => holds(points, x, y)).map(([, z]) => z));
  const found = [...(solid ? [] : [0]), ...floors].sort((a, b) => a - b);
  return found.length ? found : [0];
}

/** The part of the table where an army may be set up: one half, and more than 12 inches from the line. */
export function zone(line: readonly [Point, Point], side: number, [width, depth]: readonly [number, number]): Point[] {
  const [[ax, ay], [bx, by]] = side === 0 ? line : [line[1], line[0]];
  const [dx, dy] = [bx - ax, by - ay];
  const far = 12 * INCH * Math.hypot(dx, dy);
  const depthOf = ([x, y]: Point) => dx * (y - ay) - dy * (x - ax) - far; // positive: left of the line by more than that
  const corners: Point[] = [[0, 0], [width, 0], [width, depth], [0, depth]];
  return corners.flatMap((corner, n) => {
    const next = corners[(n + 1) % corners.length] ?? corner;
    const [here, there] = [depthOf(corner), depthOf(next)];
    const kept = here > 0 ? [corner] : [];
    if (here > 0 === there > 0) return kept;
    const part = here / (here - there);
    return [...kept, [corner[0] + part * (next[0] - corner[0]), corner[1] + part * (next[1] - corner[1])] as Point];
  });
}

// ---------------------------------------------------------------- suggestions
/** The poses that an option's id tells, one path per model; null if it says them in a way of its own. */
export function pathsIn(id: string, count: number): Pose[][] | null {
  const parts = id.slice(id.indexOf(":") + 1).split("/");
  const found: Pose[][] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (parts[at] === "") {
      found.push([]);
      at += 1;
      continue;
    }
    const pose = parts.slice(at, at + 4).map(Number);
    if (pose.length < 4 || pose.some(Number.isNaN)) return null;
    found.push([pose as Pose]);
    at += 4;
  }
  return at === parts.length ? found : null;
}

// ---------------------------------------------------------------- dice
export interface Roll {
  n: number;
  seat: number | null;
  purpose: string;
  need: number;
  faces: number[];
  add: number; // what is added to each die, or to all together
}

/** The rolls of the last attack or test: all since the last line that begins something. */
export function lastRolls(log: readonly LogLine[]): { title: LogLine | null; rolls: Roll[] } {
  const BEGIN = ["attacked", "charge_declared", "tries", "morale", "phase", "turn", "round"];
  let start = log.length - 1;
  while (start > 0 && !(BEGIN.includes(log[start]?.kind ?? "") && log.slice(start).some((line) => rollOf(line)))) start -= 1;
  const lines = log.slice(Math.max(start, 0));
  return { title: lines[0] ?? null, rolls: lines.flatMap((line) => rollOf(line) ?? []) };
}

function rollOf(line: LogLine): Roll | null {
  const ref = line.refs.find((one) => one.startsWith("roll:"));
  if (!ref) return null;
  const [purpose = "", need = "0", faces = "", add = "0"] = ref.slice(5).split("/");
  return { n: line.n, seat: line.seat, purpose, need: Number(need), faces: faces.split(".").filter(Boolean).map(Number), add: Number(add) };
}

const ADDED_UP = ["psychic", "deny", "power_test"]; // these need a total, not each die a number

/** Whether each die of a roll counts for itself. */
export function dieByDie(roll: Roll): boolean {
  return roll.need > 1 && !ADDED_UP.includes(roll.purpose);
}

/** Whether a die does what is needed: a natural 1 never does. */
export function passes(roll: Roll, face: number): boolean {
  return face > 1 && Math.max(1, face + roll.add) >= roll.need;
}
