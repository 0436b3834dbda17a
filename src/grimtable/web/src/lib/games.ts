// The five games in the order of the home page; what is not on the server yet is announced.
import type { IconName } from "../generated/icons";
import type { Phrase } from "./i18n";

export interface Announced {
  slug: string;
  glyph: IconName;
  phrase: Phrase | null; // the name, until the game brings its own
  moon: { x: number; y: number; r: number };
  at: number; // where its glyph stands in the picture
}

export const SHELF: Announced[] = [
  { slug: "darklord", glyph: "g-darklord", phrase: null, moon: { x: 60, y: 34, r: 20 }, at: 212 },
  { slug: "cthulhu", glyph: "g-cthulhu", phrase: "game.cthulhu", moon: { x: 230, y: 30, r: 26 }, at: 86 },
  { slug: "oldworld", glyph: "g-oldworld", phrase: "game.oldworld", moon: { x: 244, y: 40, r: 24 }, at: 150 },
  { slug: "wh40k", glyph: "g-wh40k", phrase: "game.wh40k", moon: { x: 250, y: 28, r: 18 }, at: 96 },
  { slug: "gloomhaven", glyph: "g-gloomhaven", phrase: "game.gloomhaven", moon: { x: 90, y: 36, r: 22 }, at: 206 },
];

export function glyphOfGame(slug: string): IconName {
  return SHELF.find((game) => game.slug === slug)?.glyph ?? "g-brand";
}
