// The outlines and places that scripts/earth.js makes.
import EARTH from "../../generated/earth.json";

interface Point {
  x: number;
  y: number;
}
export interface Shape {
  area: string;
  kind: string;
  d: string;
  label: Point & { w: number; h: number; size_en: number; size_ja: number; en: string[]; ja: string[] };
  echo: (Point & { rot: number; size: number }) | null;
  gate: Point;
  glyph: (Point & { r: number; family: string }) | null;
  places: { radius: number; at: number[][] }[];
}
interface Earth {
  size: number[];
  links: { d: string; maps: string[]; label: Point }[];
  wraps: { mark_y: number }[];
  maps: Record<string, { west: string; east: string; shapes: Record<string, string> }>;
  shapes: Record<string, Shape>;
  islets: Record<string, string[]>;
}
const earth: Earth = EARTH;

export const [WIDTH = 1760, HEIGHT = 1100] = earth.size;
export const { wraps: WRAPS, links: LINKS } = earth;

export function shapesOf(map: string): Shape[] {
  return Object.values(earth.maps[map]?.shapes ?? {}).flatMap((key) => earth.shapes[key] ?? []);
}

export function isletsOf(map: string): string[] {
  const halves = earth.maps[map];
  return halves ? [...(earth.islets[halves.west] ?? []), ...(earth.islets[halves.east] ?? [])] : [];
}

export interface Spot extends Point {
  r: number;
}

/** Places for so many figures, the largest that fit; the last ones lie on others when there are too many. */
export function spots(shape: Shape, count: number): Spot[] {
  const smallest = shape.places.at(-1) ?? { radius: 20, at: [[shape.gate.x, shape.gate.y]] };
  const { radius, at } = shape.places.find((tier) => tier.at.length >= count) ?? smallest;
  return Array.from({ length: count }, (_, n) => {
    const [x = 0, y = 0] = at[n % at.length] ?? [];
    const round = Math.floor(n / at.length);
    return { x: x + round * 12, y: y - round * 12, r: radius };
  });
}
