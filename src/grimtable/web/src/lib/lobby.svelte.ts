// One of the lobby's lists of public tables: its first page is looked at again and again, older ones come when asked for.
import { api } from "./api";
import type { TableLine } from "./protocol";

export type LobbyStatus = "waiting" | "playing" | "finished";
const STEP = 8; // lines that are shown at first, and that each "more" adds

export class LobbyList {
  lines: TableLine[] = $state.raw([]);
  room = $state(STEP); // how many lines are shown
  #next: string | null = $state(null); // where the next page begins
  #paged = false;

  constructor(readonly status: LobbyStatus) {}

  async load(): Promise<void> {
    const { tables, before } = await api.tables(this.status);
    const last = tables.at(-1);
    const fresh = new Set(tables.map((line) => line.table));
    const older = this.#paged && before && last ? this.lines.filter((line) => !fresh.has(line.table) && line.changed < last.changed) : [];
    this.lines = [...tables, ...older];
    this.#paged = older.length > 0;
    if (!this.#paged) this.#next = before;
  }

  hasMore(count: number): boolean {
    return count > this.room || this.#next !== null;
  }

  /** Shows more of `count` lines, and asks for the next page when they run out. */
  async more(count: number): Promise<void> {
    this.room += STEP;
    if (count >= this.room || this.#next === null) return;
    const { tables, before } = await api.tables(this.status, this.#next);
    const known = new Set(this.lines.map((line) => line.table));
    this.lines = [...this.lines, ...tables.filter((line) => !known.has(line.table))];
    this.#next = before;
    this.#paged = true;
  }
}
