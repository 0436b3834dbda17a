// A view without a board of its own, made readable: names from the game's catalogue where it has them.
import { template } from "../../lib/catalogue.svelte";
import type { Ref } from "../../lib/protocol";

type Flat = string | number | boolean | null | (string | number | boolean | null)[];

export function isFlat(item: unknown): item is Flat {
  return item === null || typeof item !== "object" || (Array.isArray(item) && item.every((one) => one === null || typeof one !== "object"));
}

const spaced = (text: string) => text.replaceAll("_", " ");

export function labelOf(key: string): string {
  return spaced(key).replace(/^\w/, (letter) => letter.toUpperCase());
}

/** A value in words: `card: goblin_king` is what the catalogue calls card.goblin_king. */
export function wordOf(slug: string, key: string, value: Flat): string {
  if (Array.isArray(value)) return value.length ? value.map((one) => wordOf(slug, key, one)).join(", ") : "–";
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (typeof value === "number") return String(value);
  return named(slug, [key, key.replace(/s$/, "")], value) ?? spaced(value);
}

export function nameOf(slug: string, ref: Ref): string {
  const [kind = "", ...rest] = ref.split(":");
  const name = rest.join(":");
  return named(slug, [kind], name) ?? spaced(name || kind);
}

function named(slug: string, kinds: string[], name: string): string | undefined {
  const found = kinds.map((kind) => template(slug, `${kind}.${name}`)).find((text) => text !== undefined);
  return found?.includes("{") ? undefined : found;
}

export interface Rows {
  columns: string[];
  rows: [name: string, cells: Record<string, Flat>][];
}

/** Things of one kind, as a table: a list or a dictionary of things that have plain facts only. */
export function rowsOf(item: unknown): Rows | null {
  if (item === null || typeof item !== "object") return null;
  const rows = Object.entries(item);
  if (!rows.length || !rows.every(([, row]) => row !== null && typeof row === "object" && !Array.isArray(row) && Object.values(row as object).every(isFlat))) return null;
  const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row as object)))];
  return columns.length <= 14 ? { columns, rows: rows as Rows["rows"] } : null;
}
