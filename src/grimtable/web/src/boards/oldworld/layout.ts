// Where things stand on the map. Units are those of map_shapes.json; the sea around the land is cut off.
import { areas } from "./map_shapes.json";
import { type RegionView, type Stack, classOf, stacksOf } from "./model";

export const CROP = { x: 26, y: 22, width: 1536, height: 968 };
export const SLOT = { width: 52, height: 68 };

export type Area = (typeof areas)[number];
const BY_NAME = new Map(areas.map((area) => [area.id, area]));

export function areaOf(name: string): Area {
  const area = BY_NAME.get(name);
  if (!area) throw new Error(`no shape for ${name}`);
  return area;
}

interface Point {
  x: number;
  y: number;
}
export interface Placed extends Point {
  stack: Stack;
  size: number;
}

const RADII = [33, 30, 27, 24, 21];
const NEIGHBOURS = 60;
const GREATER = 1.22; // a greater daemon is that much larger

/** Few stacks stand large, many stand small; all on proven places of the region or between two of them. */
export function placed(region: RegionView): Placed[] {
  const stacks = stacksOf(region);
  const area = areaOf(region.name);
  const { spots } = area;
  const between = spots.flatMap((a, n) => spots.slice(n + 1).flatMap((b) => (Math.hypot(a.x - b.x, a.y - b.y) < NEIGHBOURS ? [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }] : [])));
  for (const radius of RADII) {
    const small = radius === RADII.at(-1);
    const free = small ? spots : [...spots, ...between].filter((point) => isClear(area, point, radius));
    const found = apart(free, stacks.length, small ? 40 : radius * 2.06);
    if (found.length === stacks.length || radius === RADII.at(-1)) {
      const inOrder = stacks.length <= spots.length ? found.sort((a, b) => a.x + a.y / 4 - b.x - b.y / 4) : found;
      return stacks.map((stack, n) => {
        const { x, y } = inOrder[n % inOrder.length] ?? { x: 0, y: 0 };
        const size = radius * 2 * (classOf(stack.first.kind) === "greater_daemon" && stacks.length < 6 ? GREATER : 1);
        return { stack, x: x - CROP.x, y: y - CROP.y, size };
      });
    }
  }
  return [];
}

/** A token so large would lie neither on the corruption nor on the cards. */
function isClear({ label, cards }: Area, { x, y }: Point, radius: number): boolean {
  const left = (cards[0]?.x ?? 0) - 34;
  const underPile = y - radius > label.y + 40 || Math.abs(x - label.x) > 122 + radius;
  const besideCards = x + radius < left || x - radius > left + 130 || y - radius > label.y + 156;
  return underPile && besideCards;
}

/** So many of the spots that are at least that far apart; the nearest to the middle first. */
function apart(spots: readonly Point[], count: number, distance: number): Point[] {
  let best: Point[] = [];
  for (const first of spots) {
    const chosen = [first];
    for (const spot of spots) {
      if (chosen.length >= count) break;
      if (chosen.every((other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= distance)) chosen.push(spot);
    }
    if (chosen.length > best.length) best = chosen;
    if (best.length >= count) break;
  }
  return best.slice(0, count);
}
