// Line of sight for the tape, the way games/wh40k/geometry/sight.py reckons it: 27 points of each model, past terrain and other models.
import { type BattleView, type Facts, type Point, type Sheet, degrees } from "./model";

interface Figure {
  points: Point[];
  heights: number[];
}
interface Blocker {
  points: Point[]; // empty: a pillar
  x: number;
  y: number;
  r: number;
  low: number;
  high: number;
}

const HEIGHTS = [0.15, 0.5, 0.95];

export function sees(view: BattleView, facts: Facts | undefined, viewer: number, target: number): boolean {
  const from = view.models[viewer];
  const to = view.models[target];
  if (!facts || !from || !to) return false;
  const a = figure(view, facts, viewer);
  const b = figure(view, facts, target);
  const blockers = [...terrain(view, facts), ...bodies(view, facts, from[0], target)];
  return a.points.some((p) =>
    b.points.some((q) => a.heights.some((az) => b.heights.some((bz) => !blockers.some((blocker) => blocks(p, az, q, bz, blocker))))),
  );
}

function sheetFor(view: BattleView, facts: Facts, id: number): Sheet | undefined {
  return facts.sheets[view.units[view.models[id]?.[0] ?? -1]?.sheet ?? ""];
}

/** The middle of a model and eight points near its rim. */
function rim(sheet: Sheet | undefined, x: number, y: number, facing: number): Point[] {
  const wide = (sheet?.half_width ?? 1600) * 0.9;
  const angle = (degrees(facing) * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (sheet?.shape === "oval") {
    const along = sheet.half_length - sheet.half_width;
    const ends: Point[] = [[x - along * c, y - along * s], [x + along * c, y + along * s]];
    return [[x, y], ...ends.flatMap(([ex, ey]) => [[ex + wide, ey], [ex, ey + wide], [ex - wide, ey], [ex, ey - wide]] as Point[])];
  }
  const long = sheet?.shape === "hull" ? sheet.half_length * 0.9 : wide;
  const d = sheet?.shape === "hull" ? 1 : Math.SQRT1_2;
  const unit: Point[] = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [d, d], [-d, d], [-d, -d], [d, -d]];
  return unit.map(([u, v]) => [x + long * u * c - wide * v * s, y + long * u * s + wide * v * c]);
}

/** The corners around points, counter-clockwise. */
function around(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: Point[]): Point[] => {
    const found: Point[] = [];
    for (const [x, y] of ordered) {
      for (;;) {
        const [a, b] = found.slice(-2);
        if (!a || !b || (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0) break;
        found.pop();
      }
      found.push([x, y]);
    }
    return found.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function figure(view: BattleView, facts: Facts, id: number): Figure {
  const [, , , x = 0, y = 0, z = 0, facing = 0] = view.models[id] ?? [];
  const sheet = sheetFor(view, facts, id);
  return { points: rim(sheet, x, y, facing), heights: HEIGHTS.map((part) => z + (sheet?.height ?? 4000) * part) };
}

function terrain(view: BattleView, facts: Facts): Blocker[] {
  return (facts.terrain[view.terrain] ?? []).flatMap((piece) =>
    piece.walls.map(([points, low, high]) => ({ points: around(points), x: 0, y: 0, r: 0, low, high })),
  );
}

function bodies(view: BattleView, facts: Facts, own: number, target: number): Blocker[] {
  return view.units
    .filter((unit) => unit.place === "table" && unit.id !== own)
    .flatMap((unit) => unit.alive.filter((id) => id !== target))
    .map((id) => {
      const [, , , x = 0, y = 0, z = 0, facing = 0] = view.models[id] ?? [];
      const sheet = sheetFor(view, facts, id);
      const round = sheet?.shape === "round";
      const points = round ? [] : around(rim(sheet, x, y, facing));
      return { points, x, y, r: (sheet?.half_width ?? 1600) * 0.9, low: z, high: z + (sheet?.height ?? 4000) };
    });
}

function blocks([ax, ay]: Point, az: number, [bx, by]: Point, bz: number, blocker: Blocker): boolean {
  let [enter, leave] = [0, 1];
  if (az === bz) {
    if (az <= blocker.low || az >= blocker.high) return false;
  } else {
    const cuts = [(blocker.low - az) / (bz - az), (blocker.high - az) / (bz - az)].sort((p, q) => p - q);
    enter = Math.max(enter, cuts[0] ?? 0);
    leave = Math.min(leave, cuts[1] ?? 1);
    if (enter >= leave) return false;
  }
  const [dx, dy] = [bx - ax, by - ay];
  if (!blocker.points.length) {
    const along = ((blocker.x - ax) * dx + (blocker.y - ay) * dy) / (dx * dx + dy * dy || 1);
    const part = Math.min(Math.max(along, enter), leave);
    return Math.hypot(ax + dx * part - blocker.x, ay + dy * part - blocker.y) < blocker.r;
  }
  for (const [n, [px, py]] of blocker.points.entries()) {
    const [qx, qy] = blocker.points[(n + 1) % blocker.points.length] ?? [px, py];
    const first = (qx - px) * (ay - py) - (qy - py) * (ax - px);
    const last = (qx - px) * (by - py) - (qy - py) * (bx - px);
    if (first <= 0 && last <= 0) return false;
    if (first <= 0) enter = Math.max(enter, first / (first - last));
    else if (last <= 0) leave = Math.min(leave, first / (first - last));
  }
  return enter < leave;
}
