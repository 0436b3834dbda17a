// The client's own phrases. Games bring theirs through the server (catalogue.svelte.ts).
import en from "../texts/en.json";
import ja from "../texts/ja.json";
import type { Lang } from "./protocol";
import { settings } from "./settings.svelte";

export type Phrase = keyof typeof en;
const PHRASES: Record<Lang, Record<Phrase, string>> = { en, ja } satisfies Record<Lang, Record<keyof typeof ja, string>>;

export function t(phrase: Phrase, ...params: (string | number)[]): string {
  return filled(PHRASES[settings.lang][phrase], params);
}

/** `{0}` is the first parameter, `{1:coin|coins}` picks a word by number: the form of the games' catalogues. */
export function filled(template: string, params: readonly (string | number)[]): string {
  return template.replace(/\{(\d+)(?::([^}|]*)\|([^}]*))?\}/g, (whole, place: string, one?: string, many?: string) => {
    const param = params[Number(place)];
    if (param === undefined) return whole;
    return one === undefined ? String(param) : (Number(param) === 1 ? one : many) ?? "";
  });
}

/** The parameters that a template was filled with, or null if the text does not come from it. */
export function unfilled(template: string, text: string): string[] | null {
  const places: number[] = [];
  const pattern = template.split(/(\{\d+(?::[^}]*)?\})/).map((part) => {
    const slot = /^\{(\d+)(:[^}]*)?\}$/.exec(part);
    if (!slot) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (slot[2]) return ".*?";
    places.push(Number(slot[1]));
    return "(.+?)";
  });
  const found = new RegExp(`^${pattern.join("")}$`).exec(text);
  if (!found) return null;
  const params: string[] = [];
  places.forEach((place, n) => (params[place] = found[n + 1] ?? ""));
  return params;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function ago(seconds: number): string {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - seconds) / 60));
  if (minutes < 1) return t("ago.now");
  if (minutes < 60) return t("ago.minutes", minutes);
  if (minutes < 48 * 60) return t("ago.hours", Math.round(minutes / 60));
  return t("ago.days", Math.round(minutes / 1440));
}

const BOTS: Record<string, Phrase> = { random: "bot.random", greedy: "bot.greedy", mcts: "bot.mcts" };

/** How a bot plays, from its specification such as `mcts:time=1`. */
export function botWords(spec: string | null): string {
  return t(BOTS[spec?.split(":", 1)[0] ?? ""] ?? "bot.other");
}

/** A number with a real minus sign. */
export function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
