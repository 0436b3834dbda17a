// A game's sentences and component facts, fetched once per language.
import { api } from "./api";
import { filled } from "./i18n";
import type { Lang } from "./protocol";
import { settings } from "./settings.svelte";

const texts: Record<string, Record<string, string>> = $state({});
const facts: Record<string, unknown> = $state({});

export async function loadTexts(slug: string, lang: Lang = settings.lang): Promise<void> {
  texts[`${slug}.${lang}`] ??= await api.texts(slug, lang);
}

export async function loadFacts(slug: string): Promise<void> {
  facts[slug] ??= await api.facts(slug);
}

export function factsOf<T>(slug: string): T | undefined {
  return facts[slug] as T | undefined;
}

export function template(slug: string, key: string): string | undefined {
  return (texts[`${slug}.${settings.lang}`] ?? texts[`${slug}.en`] ?? texts[`${slug}.ja`])?.[key];
}

export function words(slug: string, key: string, ...params: (string | number)[]): string {
  const found = template(slug, key);
  return found === undefined ? key : filled(found, params);
}
