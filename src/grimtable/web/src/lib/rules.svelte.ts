// The ledger of a game: loaded once, searched in the browser.
import { api } from "./api";
import type { RuleEntry } from "./protocol";

class RulesDrawer {
  isOpen = $state(false);
  slug = $state("");
  at: string | null = $state(null); // the entry to show
  query = $state("");
  entries: RuleEntry[] = $state.raw([]);
  problem: string | null = $state(null);
  #loaded = "";

  show(slug: string, id: string | null = null, query = ""): void {
    this.slug = slug;
    this.at = id;
    this.query = query;
    this.isOpen = true;
    void this.load(slug);
  }

  close(): void {
    this.isOpen = false;
  }

  async load(slug: string): Promise<void> {
    if (this.#loaded === slug) return;
    this.#loaded = slug;
    this.entries = [];
    try {
      this.entries = await api.rules(slug);
      this.problem = null;
    } catch (error) {
      this.#loaded = "";
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }
}

export const rulesDrawer = new RulesDrawer();

/** Entries that have every word of the query, those with it in id or title first. */
export function searched(entries: readonly RuleEntry[], query: string): RuleEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = entries.filter((entry) => {
    const text = `${entry.id} ${entry.title} ${entry.text} ${entry.section}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isNamed = (entry: RuleEntry) => words.every((word) => `${entry.id} ${entry.title}`.toLowerCase().includes(word));
  return [...hits.filter(isNamed), ...hits.filter((entry) => !isNamed(entry))];
}

export interface Piece {
  text: string;
  kind: "plain" | "bold" | "rule" | "hit" | "source";
}

const SOURCE = "\\((?:L\\d[^()]*)\\)"; // lines of the rulebook

/** A ledger text in pieces: **bold**, ids of other entries, where it stands in the rulebook, what was searched for. */
export function pieces(text: string, query: string): Piece[] {
  const words = query.split(/\s+/).filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const hit = words.length ? `|${words.join("|")}` : "";
  const pattern = new RegExp(`(${SOURCE}|\\*\\*[^*]+\\*\\*|\\b[A-Z]{2}[A-Z0-9]*-\\d(?:[\\w.]*\\w)?${hit})`, "gi");
  return text.split(pattern).filter(Boolean).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return { text: part.slice(2, -2), kind: "bold" };
    if (/^\(L\d/.test(part)) return { text: part, kind: "source" };
    if (/^[A-Z]{2}[A-Z0-9]*-\d[\w.]*$/.test(part)) return { text: part, kind: "rule" };
    return { text: part, kind: words.some((word) => new RegExp(`^${word}$`, "i").test(part)) ? "hit" : "plain" };
  });
}
