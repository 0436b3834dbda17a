// A campaign as the server shows it: games/gloomhaven/campaign/view.py, and the messages of docs/protocol.md.
import type { HalfFace } from "../boards/gloomhaven/model";
import type { SideNumber } from "./sides";

export type Act = unknown[]; // a word and what it is about; the server says what may be done
export type Stage = "city" | "event" | "scenario" | "after";

export interface NewCampaign {
  name: string;
  persons: string[];
  characters: number;
  difficulty: string;
  permanent_death: boolean;
  reduced_randomness: boolean;
}
export interface MadeCampaign {
  campaign: string;
  token: string;
  links: { person: number; token: string }[];
  spectator: string;
}
export interface CampaignMark {
  mark: number;
  table: string | null;
}
export interface CampaignWish {
  wish: string;
  mark: number;
  act?: Act;
  seats?: { person?: number; bot?: string }[];
}
export interface CardView {
  card: number;
  class: string;
  name: string;
  level: number; // 0: X
  initiative: number;
  top: HalfFace;
  bottom: HalfFace;
  enhancements: { half: "top" | "bottom"; text: string }[];
}
export interface ItemView {
  item: number;
  name: string;
  slot: string;
  slot_text: string;
  text: string;
  worth: number;
}
export interface Ware extends ItemView {
  price: number;
  left: number;
  design: boolean;
  buyers: { hero: number; act: Act; why: string | null }[];
}
export interface BenchSpot {
  hero: number;
  card: number;
  half: "top" | "bottom";
  line: string;
  part: string | null;
  used: number;
  room: number;
  kinds: { act: Act; text: string; price: number; why: string | null }[];
}
export interface QuestView {
  name: string;
  progress: number;
  target: number;
  done: boolean;
  needs: { text: string; have: number; need: number }[];
}
export interface HeroView {
  number: number;
  name: string;
  class: string;
  class_name: string;
  person: number;
  state: "active" | "away" | "retired" | "dead";
  level: number;
  xp: number;
  next_xp: number | null;
  may_level: boolean;
  must_level: boolean;
  gold: number;
  earmarked: number; // for enhancements only, before the next scenario begins
  health: number;
  hand: number;
  checks: number;
  perks: { number: number; text: string; taken: number; possible: number }[];
  items: ItemView[];
  pool: CardView[];
  donated: number;
  blessings: number;
  notes: string;
  quest: QuestView | null;
}
export interface ScenarioView {
  number: number;
  name: string;
  state: "open" | "done" | "blocked";
  why: string | null;
  requires: { text: string; absent: boolean }[][];
  region: string;
  x: number;
  y: number;
  unlocks: number[];
  links: number[];
}
export interface Offer {
  act: Act;
  text: string;
  kind: string;
  hero: number | null;
  card?: CardView;
  quest?: string;
  needs?: string[];
  perk?: string;
  item?: ItemView;
}
export interface CampaignView extends CampaignMark {
  campaign: string;
  name: string;
  game: string;
  maker: boolean;
  you: number | null;
  persons: { name: string; held: boolean }[];
  chairs: number[];
  stage: Stage;
  difficulty: string;
  permanent_death: boolean;
  reduced_randomness: boolean;
  party: {
    number: number;
    name: string;
    reputation: number;
    price_change: number;
    place: number;
    location: string;
    notes: string;
    achievements: string[];
    omens: string[];
    event_had: boolean;
  };
  parties: string[];
  prosperity: { level: number; marks: number; next: number | null };
  sanctuary: number;
  achievements: { name: string; text: string; count: number }[];
  classes: { class: string; name: string; taken: boolean; health: number[]; hand: number }[];
  scenarios: ScenarioView[];
  heroes: HeroView[];
  shop: Ware[];
  bench: BenchSpot[];
  enhancing: boolean;
  event: { deck: "city" | "road"; name: string; prompt: string; A: string; B: string } | null;
  scenario: { number: number; name: string; casual: boolean; level: number } | null;
  asks: { kind: string; hero: number | null; text: string; amount: number }[];
  voters: number[];
  proposals: { person: number; act: Act; text: string }[];
  offers: Offer[];
  log: { n: number; who: number | null; kind: string; text: string[] }[];
  undo: boolean;
  undo_why: string | null;
}

/** The characters of the party that plays. */
export function teamOf(view: CampaignView): HeroView[] {
  return view.heroes.filter((hero) => hero.state === "active");
}

/** As at the table: everybody has a colour, and somebody who plays alone one for each character. */
export function sideOfHero(view: CampaignView, hero: HeroView): SideNumber {
  const place = view.persons.length > 1 ? hero.person : teamOf(view).indexOf(hero);
  return ([1, 2, 3, 4] as const)[place] ?? 6;
}

export function sameAct(one: Act, other: Act): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What the party has been asked to agree on, and by whom. */
export function motions(view: CampaignView): { act: Act; text: string; persons: number[] }[] {
  const found: { act: Act; text: string; persons: number[] }[] = [];
  for (const { act, text, person } of view.proposals) {
    const known = found.find((one) => sameAct(one.act, act));
    if (known) known.persons.push(person);
    else found.push({ act, text, persons: [person] });
  }
  return found;
}

/** Whether a question is this person's to answer: about an own character, or to the party. */
export function isMine(view: CampaignView, ask: CampaignView["asks"][number]): boolean {
  if (view.you === null) return false;
  return ask.hero === null ? view.voters.includes(view.you) : view.heroes[ask.hero]?.person === view.you;
}
