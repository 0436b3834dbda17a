// What this browser keeps of a table's fair dice from before the game, so that nobody can tell it another story afterwards.
const KEY = "grimtable.dice.";
const MOST = 200; // tables whose dice are remembered

export interface Keepsake {
  since: number;
  salt: string; // this browser's own
  seat: number | null; // where it belongs; null for whoever watches
  commitment: string | null; // seen before the game began; null for a browser that came later
  hashes: string[] | null; // of all salts, as they were first published
}

export function freshKeepsake(): Keepsake {
  const salt = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { since: Date.now(), salt, seat: null, commitment: null, hashes: null };
}

/** The commitment that came with a new table: seen before anything else. */
export function keepCommitment(made: { table: string; token: string; commitment: string | null }): void {
  const key = keyOf(made.table, made.token);
  if (made.commitment && !kept(key)) keep(key, { ...freshKeepsake(), commitment: made.commitment });
}

export function keyOf(table: string, token: string | null): string {
  return `${KEY}${table}.${(token ?? "").slice(0, 8)}`; // several seats of a table may be in one browser
}

export function kept(key: string): Keepsake | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Keepsake | null;
  } catch {
    return null;
  }
}

export function keep(key: string, keepsake: Keepsake): void {
  try {
    if (localStorage.getItem(key) === null) makeRoom();
    localStorage.setItem(key, JSON.stringify(keepsake));
  } catch {
    return; // a browser without storage checks what it saw since the page was loaded
  }
}

function makeRoom(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  const byAge = keys.sort((a, b) => (kept(a)?.since ?? 0) - (kept(b)?.since ?? 0));
  for (const key of byAge.slice(0, Math.max(0, keys.length - MOST + 1))) localStorage.removeItem(key);
}
