// Tutorials: a game explained as it happens. A step waits for its moment.
import type { Lang, TableState, View } from "./protocol";

export interface Step<V extends View = View> {
  when: (state: TableState, view: V) => boolean; // its moment has come
  text: Record<Lang, string>;
  point?: (view: V, state: TableState) => string[]; // refs to look at
  act?: boolean; // goes on by itself once the decision is answered
  rules?: string[];
}

const TUTORIALS: Record<string, () => Promise<{ STEPS: Step<never>[] }>> = {
  darklord: () => import("../tutorial/darklord"),
  cthulhu: () => import("../tutorial/cthulhu"),
  oldworld: () => import("../tutorial/oldworld"),
  wh40k: () => import("../tutorial/wh40k"),
  gloomhaven: () => import("../tutorial/gloomhaven"),
};

/** Seats at the table of a tutorial, where fewer teach better than all. */
export const COMPANY: Record<string, number> = { gloomhaven: 2 };

export async function loadTutorial(slug: string): Promise<Step[]> {
  const found = await TUTORIALS[slug]?.();
  return (found?.STEPS ?? []) as unknown as Step[]; // each written for the view of its game
}

export const asked = (state: TableState, prompt: string) => state.asks.some((ask) => ask.prompt === prompt);

// Where in the tutorial of a table this window is; -1 when it is not, or no longer.
const key = (table: string) => `grimtable.tutorial.${table}`;

export function tutorialStep(table: string): number {
  return Number(sessionStorage.getItem(key(table)) ?? -1);
}

export function keepTutorialStep(table: string, step: number): void {
  if (step >= 0) sessionStorage.setItem(key(table), String(step));
  else sessionStorage.removeItem(key(table));
}

export function startTutorial(table: string): void {
  keepTutorialStep(table, 0);
}
