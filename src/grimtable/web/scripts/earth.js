// Earth as the board of Cthulhu Wars draws it: outlines of data/earth.json, and for each area places for figures in three sizes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const earth = JSON.parse(readFileSync("data/earth.json", "utf8"));
const RADII = [36, 29, 22]; // of figures: the more there are in an area, the smaller they get
const GATE = 38;
const MOST = 14; // places looked for in each size

/** The corners of the first sub-path, which holds the gate. */
function corners(d) {
  return d.split("Z")[0].match(/-?[\d.]+,-?[\d.]+/g).map((pair) => pair.split(",").map(Number));
}

function inside([x, y], ring) {
  let is = false;
  ring.forEach(([x1, y1], n) => {
    const [x2, y2] = ring[(n + 1) % ring.length];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) is = !is;
  });
  return is;
}

function toEdge([x, y], ring) {
  return Math.min(...ring.map(([x1, y1], n) => {
    const [x2, y2] = ring[(n + 1) % ring.length];
    const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2 || 1)));
    return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
  }));
}

function isFree([x, y], radius, { label, gate, glyph }) {
  if (Math.hypot(x - gate.x, y - gate.y) < GATE + radius) return false;
  if (glyph && Math.hypot(x - glyph.x, y - glyph.y) < glyph.r + radius * 0.9) return false;
  return Math.abs(x - label.x) > label.w / 2 + radius * 0.8 || Math.abs(y - label.y) > label.h / 2 + radius * 0.8;
}

/** A honeycomb of figures, shifted until most of them lie in the area and nearest to its gate. */
function places(shape, radius, [width, height]) {
  const ring = corners(shape.d);
  const [step, row] = [radius * 2 + 2, (radius * 2 + 2) * 0.87];
  let best = [];
  let bestFar = Infinity;
  for (let shift = 0; shift < 36; shift++) {
    const [dx, dy] = [((shift % 6) / 6) * step, (Math.floor(shift / 6) / 6) * row];
    const found = [];
    for (let line = -9; line <= 9; line++) {
      for (let n = -9; n <= 9; n++) {
        const at = [shape.gate.x + dx + n * step + (line % 2 ? step / 2 : 0), shape.gate.y + dy + line * row];
        const onMap = at[0] > radius && at[1] > radius && at[0] < width - radius && at[1] < height - radius;
        if (onMap && inside(at, ring) && isFree(at, radius, shape) && toEdge(at, ring) > radius * 0.6) found.push(at);
      }
    }
    const far = (at) => Math.hypot(at[0] - shape.gate.x, at[1] - shape.gate.y);
    const near = found.sort((a, b) => far(a) - far(b)).slice(0, MOST);
    const sum = near.reduce((total, at) => total + far(at), 0);
    if (near.length > best.length || (near.length === best.length && sum < bestFar)) [best, bestFar] = [near, sum];
  }
  return best.map((at) => at.map(Math.round));
}

const size = earth.viewBox.slice(2);
const shapes = Object.fromEntries(
  Object.entries(earth.shapes).map(([key, shape]) => {
    const { area, kind, d, label, echo, gate, glyph } = shape;
    const found = RADII.map((radius) => ({ radius, at: places(shape, radius, size) }));
    if (!found.at(-1).at.length) throw new Error(`no room for figures in ${key}`);
    return [key, { area, kind, d, label, echo: echo ?? null, gate: { x: gate.x, y: gate.y }, glyph: glyph ?? null, places: found }];
  }),
);
const islets = Object.fromEntries(Object.entries(earth.halves).map(([half, { decor }]) => [half, decor.islets.map(({ d }) => d)]));
const { links, wraps, maps } = earth;
mkdirSync("src/generated", { recursive: true });
writeFileSync("src/generated/earth.json", JSON.stringify({ size, links, wraps, maps, shapes, islets }));
