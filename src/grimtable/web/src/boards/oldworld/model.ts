// Chaos in the Old World as the server shows it: games/oldworld/hidden.py and facts.py.
import type { IconName } from "../../generated/icons";
import type { BoardModel } from "../../lib/board";
import { factsOf, template, words } from "../../lib/catalogue.svelte";
import { t, unfilled } from "../../lib/i18n";
import type { Option, View } from "../../lib/protocol";

export const SLUG = "oldworld";
export const RUIN = 12; // corruption tokens and warpstones that ruin a region
export const TOKENS = ["event", "hero", "noble", "peasant", "skaven", "warpstone"] as const;

export interface FigureView {
  id: number;
  figure: string;
  kind: string;
  owner: string;
  power: string;
  attack: number;
  defense: number;
  shielded: boolean;
  toppled: boolean;
  hits: number;
}
export interface SlotView {
  side: string;
  card: string | null;
  power: string | null;
  cost: number | null;
  void: boolean;
  figure: string | null;
  free: boolean;
}
export interface RegionView {
  name: string;
  populous: boolean;
  resistance: number;
  conquest: number;
  ruined: number;
  face_up: boolean;
  figures: FigureView[];
  corruption: Record<string, number>;
  tokens: Record<string, number>;
  magic: number;
  slots: SlotView[];
  domination: Record<string, number>;
}
export interface Sheet {
  power: string;
  points: number;
  vp: number;
  dial: number;
  threat: number;
  counters: number;
  peasants: number;
  upgrades: string[];
  reserve: string[];
  deck: number;
  discards: string[];
  cards: number;
  hand: string[] | null;
}
export interface OldWorldView extends View {
  round: number;
  phase: string;
  region: string | null;
  moving: string | null;
  playing: string | null;
  old_world: { deck: number; track: (string | null)[]; discarded: string[] };
  ruins: number;
  supply: Record<string, number>;
  regions: RegionView[];
  players: Sheet[];
  prices: Record<string, Record<string, number>> | null;
  wording: Record<string, string>; // texts that say something else under the rulings of this game
  ending: string;
}
export interface DialPlace {
  threat: number;
  reward: string;
  amount: number;
  token: string | null;
  designed: boolean;
}
interface Facts {
  pieces: string[];
  figures: Record<string, { power: string; class: string; count: number; cost: number; attack: number; defense: number }>;
  cards: Record<string, { power: string | null; copies: number; cost?: number; magic?: boolean; comet?: boolean; designed: boolean }>;
  dials: Record<string, DialPlace[]>;
  victory: Record<string, number>;
  upgrades: Record<string, { power: string; kind: string | null; designed: boolean }>;
}

export function viewOf(model: BoardModel): OldWorldView | null {
  return model.view as OldWorldView | null;
}

export function facts(): Facts | undefined {
  return factsOf<Facts>(SLUG);
}

// ---------------------------------------------------------------- names
export const regionName = (name: string) => words(SLUG, `region.${name}`);
export const figureName = (kind: string) => words(SLUG, `figure.${kind}`);
export const cardName = (title: string) => words(SLUG, `card.${title}`);
export const powerName = (name: string) => words(SLUG, `power.${name}`);
export const tokenName = (name: string) => words(SLUG, `token.${name}`);
export const textOf = (name: string) => words(SLUG, `text.${name}`);
/** A text as the rulings of this game have it. */
export const inForce = (view: OldWorldView | null, key: string) => words(SLUG, view?.wording?.[key] ?? key);
/** The threat of a power; the position Victory has none. */
export const threatOf = (sheet: Sheet) => (sheet.threat > 50 ? "★" : sheet.threat);

export function glyph(name: string): IconName {
  return `g-${name}` as IconName;
}

export function isDesigned(title: string): boolean {
  return facts()?.cards[title]?.designed ?? false;
}

export function rewardText(place: DialPlace): string {
  const token = place.token ? tokenName(place.token) : "";
  return words(SLUG, `reward.${place.reward}`, place.amount, token);
}

// ---------------------------------------------------------------- figures
/** Figures that differ in nothing stand as one token with a count. */
export interface Stack {
  first: FigureView;
  figures: FigureView[];
}

export function stacksOf(region: RegionView): Stack[] {
  const perched = region.slots.map((slot) => slot.figure);
  const found = new Map<string, Stack>();
  for (const figure of region.figures) {
    if (perched.includes(figure.figure)) continue;
    const { kind, power, owner, shielded, toppled, hits } = figure;
    const key = [power, owner, kind, shielded, toppled, hits].join();
    const stack = found.get(key);
    if (stack) stack.figures.push(figure);
    else found.set(key, { first: figure, figures: [figure] });
  }
  return [...found.values()].sort((a, b) => rank(a.first) - rank(b.first));
}

function rank(figure: FigureView): number {
  const order = ["khorne", "nurgle", "tzeentch", "slaanesh"].indexOf(figure.power);
  return order * 10 + ["greater_daemon", "warrior", "cultist"].indexOf(classOf(figure.kind));
}

export function classOf(kind: string): string {
  return facts()?.figures[kind]?.class ?? "cultist";
}

export function stackLabel({ first, figures }: Stack): string {
  const parts = [t("ow.figure", figures.length, figureName(first.kind), powerName(first.power)), t("ow.fights", first.attack, first.defense)];
  if (first.owner !== first.power) parts.push(t("ow.charmed", powerName(first.owner)));
  if (first.shielded) parts.push(t("ow.shielded"));
  if (first.toppled) parts.push(t("ow.toppled"));
  if (first.hits) parts.push(t("ow.hits", first.hits));
  return parts.join(", ");
}

/** The figures of a sheet that are not on the map, by kind, with the ref of the one that would come next. */
export function reserveOf(sheet: Sheet): { kind: string; count: number; ref: string }[] {
  const pieces = facts()?.pieces ?? [];
  const kinds = Object.entries(facts()?.figures ?? {}).filter(([, figure]) => figure.power === sheet.power);
  return kinds.map(([kind]) => {
    const left = sheet.reserve.filter((name) => name.replace(/_\d+$/, "") === kind);
    return { kind, count: left.length, ref: left[0] ? `figure:${pieces.indexOf(left[0])}` : `kind:${kind}` };
  });
}

// ---------------------------------------------------------------- regions
export function corruptionOf(region: RegionView): number {
  return Object.values(region.corruption).reduce((sum, count) => sum + count, region.tokens.warpstone ?? 0);
}

export function regionLabel(region: RegionView): string {
  const parts = [regionName(region.name)];
  if (region.ruined) parts.push(t("ow.ruined", region.ruined));
  else {
    if (region.populous) parts.push(words(SLUG, "say.populous"));
    parts.push(t("ow.worth", region.resistance, region.conquest), t("ow.corrupted", corruptionOf(region), RUIN));
  }
  parts.push(...stacksOf(region).map(stackLabel));
  return parts.join(". ");
}

/** A region can be chosen itself; that an option's figure stands in it does not count. */
export function isTarget(model: BoardModel, name: string): boolean {
  const ref = `region:${name}`;
  return model.lit.has(ref) && model.options.some((option) => option.refs[0] === ref);
}

/** How domination stands, as the note of an option that goes to a region tells it. */
export function standingIn(model: BoardModel, name: string): { mine: number; best: number; resistance: number } | null {
  const option = model.options.find((one) => one.refs[0] === `region:${name}`);
  return option ? standingOf(option) : null;
}

export function standingOf(option: Option): { mine: number; best: number; resistance: number } | null {
  const form = template(SLUG, "note.domination");
  const params = option.note && form ? unfilled(form, option.note) : null;
  return params ? { mine: Number(params[0]), best: Number(params[1]), resistance: Number(params[2]) } : null;
}
