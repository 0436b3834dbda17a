// What a board gets to draw and whom it tells about clicks. A live table and a replay both are one.
import type { Component } from "svelte";
import type { LogLine, Option, Ref, Seat, View } from "./protocol";

export interface BoardModel {
  readonly slug: string;
  readonly view: View | null;
  readonly seats: Seat[];
  readonly you: number[];
  readonly prompt: string | null; // key of the decision that is shown, if one is
  readonly options: Option[]; // what is still left of its options
  readonly lit: ReadonlySet<Ref>; // a click on these narrows the options
  readonly picked: readonly Ref[];
  readonly concerned: ReadonlySet<Ref>; // what the prompt speaks of
  readonly log: readonly LogLine[]; // what has happened up to what is shown
  readonly hot: ReadonlySet<Ref>; // what the option under the pointer speaks of
  readonly hotOption?: string | null; // its id
  readonly told: ReadonlySet<Ref>; // what the line of the log under the pointer speaks of
  pick(ref: Ref): void;
  unpick(ref: Ref): void;
  point(ref: Ref | null): void;
  explain(ref: Ref, at: Element): void;
  unexplain(): void;
  choose?(option: Option): Promise<void>; // an option that the board has found by itself, such as the way an area lies
  compose?(answer: unknown): Promise<void>; // an answer that is not in the list, where the decision is open
  check?(answer: unknown): Promise<Checked | null>; // whether it would be legal
  inquire?(about: string, of: unknown): Promise<unknown>; // what the rules say about the table; null if nothing
}

export interface Checked {
  legal: boolean;
  text: string; // why not
  rules: string[];
}

export interface Explained {
  ref: Ref;
  text: string;
  rules: string[];
  at: DOMRect;
}

export interface BoardModule {
  Board: Component<{ model: BoardModel }>;
  Home?: Component<{ model: BoardModel; seat: number; compact?: boolean }>; // the drawer under the board
  SeatFacts?: Component<{ model: BoardModel; seat: number }>;
  Beside?: Component<{ model: BoardModel }>; // below the seats: what the table itself does, such as monsters
  Aside?: Component<{ model: BoardModel }>; // what lies beside the board: decks, what is out of play
  Note?: Component<{ model: BoardModel; option: Option }>; // an option's consequence, drawn
  phases?: (view: View) => { names: string[]; now: number; where: string };
  score?: (view: View, seat: number) => { value: number; unit: string } | null;
  order?: (view: View) => number[]; // seats in turn order
  nameOf?: (ref: Ref) => string;
  ending?: (view: View, winners: number[]) => string; // how the game ended, in a sentence
  flow?: boolean; // on a phone the board is a list that scrolls, not a map
}

const MODULES: Record<string, () => Promise<{ default: BoardModule }>> = {
  darklord: () => import("../boards/darklord"),
  cthulhu: () => import("../boards/cthulhu"),
  oldworld: () => import("../boards/oldworld"),
  wh40k: () => import("../boards/wh40k"),
  gloomhaven: () => import("../boards/gloomhaven"),
};

export async function loadBoard(slug: string): Promise<BoardModule> {
  return (await (MODULES[slug] ?? (() => import("../boards/plain")))()).default;
}

export function domId(ref: Ref): string {
  return ref.replace(/[^\w-]+/g, "-");
}
