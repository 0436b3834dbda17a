// Skies and ridges as an engraver cuts them: lines whose thickness follows the moon, slopes hatched by hand.
export interface Scene {
  width: number;
  height: number;
  moon: { x: number; y: number; r: number };
  ridges: { base: number; height: number; rough: number }[];
  seed: number;
}
export interface Engraving {
  sky: string;
  shade: string; // the dark side of the moon
  ridges: { outline: string; hatch: string }[];
}

/** A small generator, so that every visit sees the same picture. */
export function chance(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

function skyLines({ width, height, moon, seed }: Scene): string {
  const random = chance(seed);
  let path = "";
  for (let y0 = 4; y0 < height * 0.8; y0 += 7.2) {
    const [a, b] = [random() * 7, random() * 7];
    const top: string[] = [];
    const under: string[] = [];
    for (let x = -10; x <= width + 10; x += 12) {
      const y = y0 + Math.sin(x / 95 + a) * 2.4 + Math.sin(x / 41 + b) * 1.1;
      const near = Math.max(0, 1 - Math.hypot(x - moon.x, (y - moon.y) * 1.6) / (width * 0.34));
      const thick = 0.25 + near * 2.4;
      top.push(`${x} ${(y - thick / 2).toFixed(1)}`);
      under.unshift(`${x} ${(y + thick / 2).toFixed(1)}`);
    }
    path += `M${top.join("L")}L${under.join("L")}Z`;
  }
  return path;
}

function ridgeLine(width: number, base: number, height: number, rough: number, random: () => number): [number, number][] {
  let points: [number, number][] = [[-10, base], [width * 0.5, base - height * (0.3 + random() * 0.7)], [width + 10, base - height * 0.3]];
  for (let spread = height; spread > 2.5; spread *= rough) {
    points = points.flatMap(([x, y], n) => {
      const next = points[n + 1];
      if (!next) return [[x, y]] as [number, number][];
      const middle: [number, number] = [(x + next[0]) / 2, (y + next[1]) / 2 + (random() - 0.5) * spread];
      return [[x, y], middle] as [number, number][];
    });
  }
  return points;
}

function hatching(points: readonly [number, number][], height: number, random: () => number): string {
  let path = "";
  points.forEach(([x, y], n) => {
    const next = points[n + 1];
    if (!next) return;
    const steep = (next[1] - y) / Math.max(1, next[0] - x);
    const strokes = Math.max(1, Math.round((next[0] - x) / 6));
    for (let k = 0; k < strokes; k++) {
      const part = (k + random() * 0.6) / strokes;
      const [sx, sy] = [x + (next[0] - x) * part, y + (next[1] - y) * part + 2];
      const long = (6 + random() * height * 0.34) * (steep > 0 ? 1 : 0.4);
      path += `M${sx.toFixed(1)} ${sy.toFixed(1)}l${(long * 0.34).toFixed(1)} ${long.toFixed(1)}`;
    }
  });
  return path;
}

function moonShade({ x, y, r }: Scene["moon"]): string {
  let path = "";
  for (let dy = -r * 0.8; dy < r * 0.85; dy += Math.max(2.2, r / 12)) {
    const edge = Math.sqrt(r * r - dy * dy);
    const from = x + edge * 0.12 + Math.abs(dy) * 0.25;
    path += `M${from.toFixed(1)} ${(y + dy).toFixed(1)}Q${(x + edge * 0.6).toFixed(1)} ${(y + dy + r * 0.08).toFixed(1)} ${(x + edge).toFixed(1)} ${(y + dy).toFixed(1)}`;
  }
  return path;
}

export function engrave(scene: Scene): Engraving {
  const random = chance(scene.seed + 1);
  const ridges = scene.ridges.map(({ base, height, rough }) => {
    const points = ridgeLine(scene.width, base, height, rough, random);
    const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    return { outline: `M${line}V${scene.height + 5}H-10Z`, hatch: hatching(points, height, random) };
  });
  return { sky: skyLines(scene), shade: moonShade(scene.moon), ridges };
}
