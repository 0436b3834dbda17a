// Differences between plain values, as grimtable/differences.py makes them.

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type Difference = null | {
  "="?: Plain;
  "~"?: Record<string, Difference>;
  "+"?: Plain[] | Record<string, Plain>;
  "-"?: string[];
  "<"?: number;
};

/** The new value. Nothing of the old one is changed, and the new one shares whatever stays the same. */
export function applied(old: Plain | undefined, change: Difference): Plain {
  if (old === undefined) throw new Error("the difference belongs to another value");
  if (change === null) return old;
  if (change["="] !== undefined) return change["="];
  if (old === null || typeof old !== "object") throw new Error("the difference is one of a list or an object");
  const parts = Object.entries(change["~"] ?? {});
  if (Array.isArray(old)) {
    const list = old.slice(0, change["<"] ?? old.length);
    for (const [key, part] of parts) list[Number(key)] = applied(list[Number(key)], part);
    return list.concat((change["+"] as Plain[] | undefined) ?? []);
  }
  const found = { ...old };
  for (const key of change["-"] ?? []) delete found[key];
  for (const [key, part] of parts) found[key] = applied(found[key], part);
  return Object.assign(found, change["+"]);
}

/** All values of a series that comes as its first one and a difference for each other, reached as they are asked for. */
export class Series<T> {
  readonly #known: Plain[];

  constructor(
    start: T,
    readonly changes: readonly Difference[],
  ) {
    this.#known = [start as Plain];
  }

  /** The value after so many changes. What was reached once is kept: values share most of what they hold. */
  at(place: number): T {
    for (const change of this.changes.slice(this.#known.length - 1, place)) this.#known.push(applied(this.#known.at(-1), change));
    return this.#known[place] as T;
  }
}
