// The five games in the order of the home page; what is not on the server yet is announced.
import type { IconName } from "../generated/icons";

export interface Announced {
  slug: string;
  glyph: IconName;
  moon: { x: number; y: number; r: number };
  at: number; // where its glyph stands in the picture
}

export const SHELF: Announced[] = [
  { slug: "darklord", glyph: "g-darklord", moon: { x: 60, y: 34, r: 20 }, at: 212 },
  { slug: "cthulhu", glyph: "g-cthulhu", moon: { x: 230, y: 30, r: 26 }, at: 86 },
  { slug: "oldworld", glyph: "g-oldworld", moon: { x: 244, y: 40, r: 24 }, at: 150 },
  { slug: "wh40k", glyph: "g-wh40k", moon: { x: 250, y: 28, r: 18 }, at: 96 },
  { slug: "gloomhaven", glyph: "g-gloomhaven", moon: { x: 90, y: 36, r: 22 }, at: 206 },
];

export function glyphOfGame(slug: string): IconName {
  return SHELF.find((game) => game.slug === slug)?.glyph ?? "g-brand";
}

const COMPANY = { en: ["Thorne", "Sable", "Ren", "Ilse", "Odile", "Kaya"], ja: ["ソーン", "セーブル", "レン", "イルゼ", "オディール", "カヤ"] };

/** Bots have names, so that one can tell them apart. */
export function botName(lang: "en" | "ja", place: number): string {
  const names = COMPANY[lang];
  return names[place % names.length] ?? "";
}
