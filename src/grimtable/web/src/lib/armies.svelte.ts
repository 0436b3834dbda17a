// Documents that options take, such as army lists: those one has brought stay in the browser.
import { settings } from "./settings.svelte";

export interface OwnArmy {
  slug: string;
  name: string;
  value: string; // as the option takes it
  army: unknown; // as the game's board draws it
}

const MOST = 12;
let chosen: { slug: string; options: Record<string, string> } | null = null; // for the next new table

export function armiesOf(slug: string): OwnArmy[] {
  return settings.armies.filter((one) => one.slug === slug);
}

export function keepArmy(army: OwnArmy): void {
  forgetArmy(army.value);
  settings.armies.unshift(army);
  settings.armies.length = Math.min(settings.armies.length, MOST);
}

export function forgetArmy(value: string): void {
  settings.armies = settings.armies.filter((one) => one.value !== value);
}

export function choose(slug: string, options: Record<string, string>): void {
  chosen = { slug, options };
}

/** What was chosen for the next new table of a game, once. */
export function takeChosen(slug: string): Record<string, string> {
  const found = chosen?.slug === slug ? chosen.options : {};
  chosen = null;
  return found;
}
