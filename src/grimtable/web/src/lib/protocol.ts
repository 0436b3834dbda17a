// The messages of docs/protocol.md, version 3, as a client sees them.
import type { Difference } from "./differences";

export const PROTOCOL = "grimtable.3";
export const VOID_LINK = 4004; // the socket is closed because its link was revoked
export type Lang = "en" | "ja";
export type Ref = string;
export type Colour = 1 | 2 | 3 | 4 | 5 | 6;

export interface Option {
  id: string;
  text: string;
  refs: Ref[];
  rules: string[];
  note: string | null;
}
export interface Ask {
  seat: number;
  prompt: string;
  text: string;
  rules: string[];
  refs: Ref[];
  open: boolean;
  sealed: boolean;
  options: Option[];
}
export interface LogLine {
  n: number;
  kind: string;
  text: string;
  refs: Ref[];
  rules: string[];
  seat: number | null;
  chapter: string | null;
  at: number;
}
export interface Seat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  bot: string | null;
  side: string | null;
  side_text: string;
  connected: boolean;
  fallback?: string | null;
  colour?: Colour | null; // its person's, whatever side they play
}
export interface Takeback {
  seat: number;
  to: number;
  text: string;
  missing: number[];
}
export interface Result {
  scores: number[];
  winners: number[];
  text: string;
  table: { seat: number; name: string; side_text: string; score: number | null; rank: number }[];
}
export interface Dice {
  kind: "fair" | "seeded";
  commitment: string | null;
  hashes: string[]; // of the salts, by seat, once every person has come
  awaited: number[]; // seats whose salts are asked for now
  salts: string[]; // by seat, once the game has begun
  secret: string | null; // when the game is over
}
export type UndoBar = "nothing" | "other_player" | "dice_or_secret" | "sealed" | "frozen" | "over";
export type Status = "waiting" | "playing" | "over" | "frozen";
export type View = Record<string, unknown>;

/** Everything a role may know of a table at one revision. */
export interface TableState {
  table: string;
  rev: number;
  role: "seat" | "spectator";
  you: number[];
  replaced: number[]; // seats of this token in which a bot sits now
  maker: boolean;
  public: boolean;
  lang: Lang;
  viewer: number | null;
  game: { slug: string; title: string; players: number; options: Record<string, string | number>; secrets: boolean };
  status: Status;
  seats: Seat[];
  view: View | null;
  phase_text: string;
  asks: Ask[];
  waiting: { seat: number; sealed: boolean }[];
  log: LogLine[];
  log_from: number;
  undo: { can: boolean; why: UndoBar | null; restart: boolean; seat: number | null };
  answers: number;
  dice: Dice;
  result: Result | null;
  takeback: Takeback | null;
}

export interface HintAnswer {
  action: string;
  text: string;
  estimate: number;
}
export type ServerMessage =
  | ({ type: "table" } & TableState)
  | ({ type: "update" } & Partial<TableState> & { rev: number })
  | { type: "done"; id: string; rev: number }
  | { type: "refused"; id: string | null; code: string; text: string; rules: string[]; rev: number | null }
  | { type: "hint"; id: string; answers: HintAnswer[]; bot: string }
  | { type: "checked"; id: string; legal: boolean; text: string; rules: string[] }
  | { type: "explained"; id: string; ref: Ref; text: string; rules: string[] }
  | { type: "found"; id: string; about: string; found: unknown }
  | { type: "presence"; seats: Seat[] }
  | { type: "frozen"; text: string; error: string }
  | { type: "pong"; id: string };
export type Reply = Extract<ServerMessage, { id: unknown }>;

export interface GameLine {
  slug: string;
  title: string;
  blurb: string;
  about: string;
  players: number[];
  options: { name: string; text: string; values: { value: string | number; text: string; players: number[] }[]; document: boolean }[];
  bots: { name: string; text: string }[];
  ready: boolean;
  secrets: boolean;
  tutorial: boolean;
  campaign: boolean;
}
export interface TableLine {
  table: string;
  game: string;
  title: string;
  status: Status;
  seats: { seat: number; kind: Seat["kind"]; name: string; bot: string | null }[];
  free: number[];
  phase_text: string;
  result_text: string | null;
  changed: number;
  you?: number[];
  asked?: boolean;
  maker?: boolean;
}
export interface RuleEntry {
  id: string;
  section: string;
  title: string;
  text: string;
  state: "proven" | "weak" | "unproven" | null; // null: no rule, or none that software can enforce
  places: string[]; // what enforces it: "battle.py standing"
}
export interface ReplayMove {
  n: number;
  seat: number | null;
  text: string;
  rules: string[];
  refs: Ref[];
  chapter: string | null;
  log: number;
}
export interface ReplayPosition {
  view: View;
  phase_text: string;
  asked: number[];
}
export interface Replay {
  table: string;
  game: TableState["game"];
  seats: Seat[];
  moves: ReplayMove[];
  /** The position before the first move, and what each move changes in it. */
  start: ReplayPosition;
  changes: Difference[];
  log: LogLine[];
  result: Result | null;
  /** Where the rules of today no longer lead on: from this move the record itself tells, as far as it can. */
  stopped: { at: number; text: string } | null;
}
export interface Stats {
  unit: string;
  rounds: { labels: string[]; series: { seat: number; values: number[] }[] };
  actions: { columns: { key: string; text: string }[]; rows: { seat: number; values: number[] }[] };
  dice: { seat: number; text: string; rolled: number; expected: number }[];
}
