// The lands around Gloomhaven, drawn by code: a coast, two ranges, a forest, a swamp, a walled town. Our own picture.
import { chance } from "../../lib/engrave";

export const CELL = { width: 76, height: 46 }; // of the grid that scenarios lie on: columns A to O, rows 1 to 18
export const WIDTH = 15 * CELL.width;
export const HEIGHT = 18.6 * CELL.height;

type Point = [number, number];

/** The middle of a cell, in the picture. */
export function spot(x: number, y: number): Point {
  return [(x + 0.5) * CELL.width, (y - 0.3) * CELL.height];
}

function roughened(line: Point[], rough: number, random: () => number): Point[] {
  let points = line;
  for (let spread = rough; spread > 2; spread *= 0.55) {
    points = points.flatMap(([x, y], n) => {
      const next = points[n + 1];
      if (!next) return [[x, y]] as Point[];
      return [[x, y], [(x + next[0]) / 2 + (random() - 0.5) * spread, (y + next[1]) / 2 + (random() - 0.5) * spread]] as Point[];
    });
  }
  return points;
}

function path(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

const COAST = roughened([[15.4, 12.6], [13.2, 12.9], [11.4, 13.3], [9.6, 13.2], [8, 13.6], [6.9, 14.9], [6.4, 16.4], [5.4, 17.6], [5.1, 19]].map(([x = 0, y = 0]) => spot(x, y)), 46, chance(3));
export const shore = path(COAST);
export const land = `${shore}L-20 ${HEIGHT + 20}L-20 -20L${WIDTH + 20} -20Z`;
export const river = path(roughened([[10.2, 2.6], [9.1, 5], [9.3, 7.6], [8.3, 10], [8.9, 12], [8.7, 13.5]].map(([x = 0, y = 0]) => spot(x, y)), 40, chance(11)));
export const island = `${path(roughened([[12.2, 15.2], [13.1, 14.3], [14.2, 14.8], [14.1, 16], [13, 16.3], [12.2, 15.2]].map(([x = 0, y = 0]) => spot(x, y)), 24, chance(8)))}Z`;

/** Places strewn over a patch of the map, from the back to the front. */
function strewn(patch: { x: number; y: number; rx: number; ry: number }, step: number, seed: number): Point[] {
  const random = chance(seed);
  const found: Point[] = [];
  for (let y = patch.y - patch.ry; y <= patch.y + patch.ry; y += step * 0.8) {
    for (let x = patch.x - patch.rx; x <= patch.x + patch.rx; x += step) {
      const at: Point = [x + (random() - 0.5) * step * 0.8, y + (random() - 0.5) * step * 0.6];
      if (Math.hypot((at[0] - patch.x) / patch.rx, (at[1] - patch.y) / patch.ry) < 1) found.push(spot(...at));
    }
  }
  return found;
}

function peaks(places: Point[], seed: number): { outline: string; hatch: string } {
  const random = chance(seed);
  const [outline, hatch]: [string[], string[]] = [[], []];
  for (const [x, y] of places) {
    const [wide, high] = [17 + random() * 12, 22 + random() * 18];
    outline.push(`M${(x - wide).toFixed(1)} ${y.toFixed(1)}L${(x - 2).toFixed(1)} ${(y - high).toFixed(1)}L${(x + wide).toFixed(1)} ${y.toFixed(1)}`);
    for (let part = 0.15; part < 0.95; part += 0.2) hatch.push(`M${(x - 2 + (wide + 2) * part).toFixed(1)} ${(y - high * (1 - part)).toFixed(1)}l-5 ${(high * (1 - part) * 0.75).toFixed(1)}`);
  }
  return { outline: outline.join(""), hatch: hatch.join("") };
}

export const mountains = [peaks(strewn({ x: 1, y: 8, rx: 1.7, ry: 5 }, 0.72, 21), 4), peaks(strewn({ x: 11.8, y: 3.2, rx: 2.9, ry: 2.8 }, 0.74, 22), 5)];
export const trees = [...strewn({ x: 4.6, y: 2.8, rx: 2.3, ry: 2.6 }, 0.42, 23), ...strewn({ x: 5.2, y: 7.4, rx: 0.9, ry: 1.2 }, 0.46, 24)]
  .map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}v-5m-6 0l6 -13l6 13z`)
  .join("");
export const reeds = strewn({ x: 12.3, y: 9.4, rx: 2.5, ry: 2.5 }, 0.56, 25)
  .map(([x, y]) => `M${(x - 9).toFixed(1)} ${y.toFixed(1)}h18m-13 -3v-8m5 8v-11m5 11v-7`)
  .join("");
export const waves = strewn({ x: 11.4, y: 16.6, rx: 5.4, ry: 2.5 }, 0.9, 26)
  .map(([x, y]) => `M${(x - 14).toFixed(1)} ${y.toFixed(1)}q7 -7 14 0t14 0`)
  .join("");

const WALL: Point[] = [[-0.25, 14.3], [0.8, 13.35], [2.2, 13.1], [3.5, 13.4], [4.4, 14.3], [4.75, 15.6], [4.4, 16.9], [3.5, 17.9], [2.1, 18.3], [0.8, 18.1], [-0.2, 17.2], [-0.45, 15.8]];
export const wall = `${path(WALL.map(([x, y]) => spot(x, y)))}Z`;
export const towers = WALL.map(([x, y]) => spot(x, y));
export const houses = strewn({ x: 2.1, y: 15.5, rx: 2.2, ry: 1.7 }, 0.6, 27)
  .map(([x, y]) => `M${(x - 7).toFixed(1)} ${y.toFixed(1)}v-8l7 -7l7 7v8z`)
  .join("");

/** Names on the map: the key of the game's catalogue, and where they stand. */
export const NAMES: { key: string; at: Point }[] = [
  { key: "Gloomhaven", at: spot(2.1, 17.5) },
  { key: "Dagger Forest", at: spot(5.6, 0.95) },
  { key: "Watcher Mountains", at: spot(11.9, 0.95) },
  { key: "Copperneck Mountains", at: spot(1.5, 2.9) },
  { key: "Lingering Swamp", at: spot(12.3, 12.3) },
  { key: "Misty Sea", at: spot(9.6, 15.5) },
];
