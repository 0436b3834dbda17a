// What the browser remembers: name, colour, language, speed, sound, motion, the secret links of the tables one sits at and of the campaigns one shares, and the armies one has brought.
import type { OwnArmy } from "./armies.svelte";
import type { Colour, Lang } from "./protocol";

const KEY = "grimtable";

export interface Membership {
  table: string;
  token: string;
  game: string;
  title: string;
  links: { seat: number; token: string }[];
  spectator: string | null;
  seen: number;
  campaign?: string; // whose scenario it is
}
export interface CampaignKey {
  campaign: string;
  token: string;
  name: string;
  note: string; // how it stood when it was last seen
  links: { person: number; token: string }[];
  spectator: string | null;
  seen: number;
}
interface Remembered {
  name: string;
  colour: Colour | null;
  lang: Lang;
  speed: 0 | 1 | 2;
  sound: boolean;
  still: boolean;
  tables: Membership[];
  campaigns: CampaignKey[];
  armies: OwnArmy[];
}

function initial(): Remembered {
  const lang: Lang = navigator.language.startsWith("ja") ? "ja" : "en";
  const fresh: Remembered = { name: "", colour: null, lang, speed: 1, sound: false, still: false, tables: [], campaigns: [], armies: [] };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Remembered>) };
  } catch {
    return fresh;
  }
}

export const settings: Remembered = $state(initial());
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export function isStill(): boolean {
  return settings.still || settings.speed === 0 || reduced.matches;
}

/** Writes every change to the browser's storage, and the language and stillness to the page. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      return; // a browser without storage forgets; the secret link still works
    }
  });
  $effect(() => {
    document.documentElement.lang = settings.lang;
    document.documentElement.classList.toggle("still", settings.still);
  });
}

export function membership(table: string): Membership | undefined {
  return settings.tables.find((one) => one.table === table);
}

export function remember(entry: Partial<Membership> & { table: string; token: string }): void {
  const known = membership(entry.table);
  if (known) Object.assign(known, entry, { seen: Date.now() });
  else settings.tables.unshift({ game: "", title: "", links: [], spectator: null, ...entry, seen: Date.now() });
  settings.tables.length = Math.min(settings.tables.length, 60);
}

export function forget(table: string): void {
  settings.tables = settings.tables.filter((one) => one.table !== table);
}

export function campaignKey(campaign: string): CampaignKey | undefined {
  return settings.campaigns.find((one) => one.campaign === campaign);
}

export function rememberCampaign(entry: Partial<CampaignKey> & { campaign: string; token: string }): void {
  const known = campaignKey(entry.campaign);
  if (known) Object.assign(known, entry, { seen: Date.now() });
  else settings.campaigns.unshift({ name: "", note: "", links: [], spectator: null, ...entry, seen: Date.now() });
}

export function forgetCampaign(campaign: string): void {
  settings.campaigns = settings.campaigns.filter((one) => one.campaign !== campaign);
}
