// A click on a thing narrows the options to those that speak of it, until one is left.
import type { Option, Ref } from "./protocol";

export function narrowed(options: readonly Option[], picked: readonly Ref[]): Option[] {
  return options.filter((option) => picked.every((ref) => option.refs.includes(ref)));
}

/** Things whose choice would leave fewer options; a thing that all of them share says nothing. */
export function litRefs(options: readonly Option[], picked: readonly Ref[]): Set<Ref> {
  const count = new Map<Ref, number>();
  for (const option of options) for (const ref of new Set(option.refs)) count.set(ref, (count.get(ref) ?? 0) + 1);
  const telling = [...count].filter(([ref, n]) => !picked.includes(ref) && (n < options.length || options.length === 1));
  return new Set(telling.map(([ref]) => ref));
}

/** The ways out: options that no click on the board reaches, such as passing. */
export function unreachable(options: readonly Option[], lit: ReadonlySet<Ref>): Option[] {
  return options.filter((option) => !option.refs.some((ref) => lit.has(ref)));
}

/** The words up to the first colon: enough for a button. */
export function brief(text: string): string {
  return text.split(/[:：]\s*/, 1)[0] ?? text;
}
