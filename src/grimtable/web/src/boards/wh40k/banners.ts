// Where a unit's banner flies: beside its models, and as little as possible over others.
import { PX, type BattleView, type Point, facts, reachOf, sheetOf } from "./model";

const SIZE = 20; // half a banner, with its badge
const ANGLES = [270, 315, 225, 0, 180, 45, 135, 90];

/** Per unit on the table a place in the picture. */
export function banners(view: BattleView): Map<number, Point> {
  const [width, height] = (facts()?.table ?? [182880, 121920]).map((length) => length / PX) as [number, number];
  const bases = view.units
    .filter((unit) => unit.place === "table")
    .flatMap((unit) => unit.alive.map((id) => ({ x: (view.models[id]?.[3] ?? 0) / PX, y: (view.models[id]?.[4] ?? 0) / PX, r: reachOf(sheetOf(unit)) / PX })));
  const found = new Map<number, Point>();
  for (const unit of view.units) {
    if (unit.place !== "table" || !unit.alive.length) continue;
    const own = unit.alive.map((id) => [(view.models[id]?.[3] ?? 0) / PX, (view.models[id]?.[4] ?? 0) / PX] as const);
    const reach = reachOf(sheetOf(unit)) / PX;
    let best: Point = [0, 0];
    let least = Infinity;
    for (const angle of ANGLES) {
      const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const edge = own.reduce((far, one) => (one[0] * dx + one[1] * dy > far[0] * dx + far[1] * dy ? one : far), own[0] ?? [0, 0]);
      const [x, y] = [edge[0] + dx * (reach + SIZE + 8), edge[1] + dy * (reach + SIZE + 8)];
      if (x < SIZE || y < SIZE || x > width - SIZE || y > height - SIZE) continue;
      const over = bases.filter((base) => Math.hypot(base.x - x, base.y - y) < base.r + SIZE).length;
      const beside = [...found.values()].filter(([fx, fy]) => Math.abs(fx - x) < 2 * SIZE && Math.abs(fy - y) < 2 * SIZE).length;
      const cost = over + 3 * beside;
      if (cost < least) [best, least] = [[x, y], cost];
    }
    if (least < Infinity) found.set(unit.id, best);
  }
  return found;
}
