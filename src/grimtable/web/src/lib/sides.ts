// A side is always fill + pattern + glyph.
import type { IconName } from "../generated/icons";
import type { Seat } from "./protocol";

export type SideNumber = 1 | 2 | 3 | 4 | 5 | 6;
interface Side {
  number: SideNumber;
  glyph: IconName;
}

const SIDES: Record<string, Side> = {
  red: { number: 1, glyph: "g-flame" },
  blue: { number: 2, glyph: "g-drop" },
  yellow: { number: 3, glyph: "g-sun" },
  green: { number: 4, glyph: "g-oak-leaf" },
  khorne: { number: 1, glyph: "g-axes" },
  nurgle: { number: 4, glyph: "g-fly" },
  tzeentch: { number: 2, glyph: "g-eye" },
  slaanesh: { number: 5, glyph: "g-sting" },
  great_cthulhu: { number: 4, glyph: "g-cthulhu" },
  crawling_chaos: { number: 2, glyph: "g-nyarlathotep" },
  black_goat: { number: 1, glyph: "g-shub_niggurath" },
  yellow_sign: { number: 3, glyph: "g-yellow_sign" },
};
// Characters have a glyph of their own, in the colour of whoever plays them.
const GLYPHS: Record<string, IconName> = {
  brute: "g-brute",
  tinkerer: "g-tinkerer",
  spellweaver: "g-spellweaver",
  scoundrel: "g-scoundrel",
  cragheart: "g-cragheart",
  mindthief: "g-mindthief",
};
const BY_SEAT: Side[] = [...Object.values(SIDES).slice(0, 4), { number: 5, glyph: "g-moon" }, { number: 6, glyph: "g-bone" }];
const NEUTRAL: Side = { number: 6, glyph: "g-bone" };

export function sideNamed(name: string): Side {
  return SIDES[name] ?? NEUTRAL;
}

/** A game that names its sides says which is whose. Elsewhere people play in their own colours, as far as they differ. */
export function sideOf(seats: readonly Seat[], seat: number): Side {
  const name = seats[seat]?.side ?? "";
  if (name in SIDES) return sideNamed(name);
  if (!name && seats.some((one) => one.side)) return NEUTRAL;
  const own = ownColours(seats)[seat] ?? NEUTRAL;
  return { ...own, glyph: GLYPHS[name] ?? own.glyph };
}

function ownColours(seats: readonly Seat[]): Side[] {
  const wanted = seats.map(({ colour }, n) => (colour && seats.findIndex((one) => one.colour === colour) === n ? colour : null));
  const free = BY_SEAT.filter((side) => !wanted.includes(side.number));
  return wanted.map((colour) => BY_SEAT.find((side) => side.number === colour) ?? free.shift() ?? NEUTRAL);
}

/** Lines of plots repeat the rim pattern as dashes. */
export const DASHES: Record<SideNumber, string> = { 1: "", 2: "8 5", 3: "1.5 5", 4: "14 3 3 3", 5: "8 4 1.5 4", 6: "3 3" };

const ink = 'fill="#16130e" opacity=".55"';
export const PATTERNS = `
<pattern id="p1" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="var(--s1)"/><rect width="2" height="7" ${ink}/></pattern>
<pattern id="p2" width="8" height="6" patternUnits="userSpaceOnUse"><rect width="8" height="6" fill="var(--s2)"/><rect width="8" height="2" ${ink}/></pattern>
<pattern id="p3" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="var(--s3)"/><circle cx="3" cy="3" r="1.4" ${ink}/></pattern>
<pattern id="p4" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="var(--s4)"/><path d="M0 0L8 8M8 0L0 8" stroke="#16130e" stroke-width="1.4" opacity=".6"/></pattern>
<pattern id="p5" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="var(--s5)"/><rect width="1.6" height="5" ${ink}/></pattern>
<pattern id="p6" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="var(--s6)"/></pattern>`;
