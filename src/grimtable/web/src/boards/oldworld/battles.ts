// The battles of this round, read from the log: who rolled what, and whom the hits met.
import { template } from "../../lib/catalogue.svelte";
import { unfilled } from "../../lib/i18n";
import type { LogLine } from "../../lib/protocol";
import { SLUG } from "./model";

export interface Stroke {
  power: string;
  faces: { face: number; hit: boolean }[];
  hits: number;
  told: { kind: string; text: string; figure: number | null }[]; // what became of the hits
}
export interface Battle {
  n: number;
  region: string;
  strokes: Stroke[];
}

const TOLD = ["killed", "wounded", "peasant_killed", "hits_lost"];

export function battlesOf(log: readonly LogLine[]): Battle[] {
  const start = log.findLastIndex((line) => line.kind === "round");
  const found: Battle[] = [];
  for (const line of log.slice(start + 1)) {
    const battle = found.at(-1);
    if (line.kind === "battle") found.push({ n: line.n, region: named(line, "region"), strokes: [] });
    else if (line.kind === "rolled") battle?.strokes.push(strokeOf(line));
    else if (TOLD.includes(line.kind) && battle) tell(battle, line);
  }
  return found;
}

function named(line: LogLine, kind: string): string {
  return (line.refs.find((ref) => ref.startsWith(`${kind}:`)) ?? "").slice(kind.length + 1);
}

function strokeOf(line: LogLine): Stroke {
  const form = template(SLUG, "event.rolled");
  const params = form ? unfilled(form, line.text) : null;
  const faces = (params?.[2] ?? "").split(" ").map(Number).filter(Boolean);
  const hits = Number(params?.[3] ?? 0);
  const usual = faces.filter((face) => face >= 4).length === hits; // else only some faces hit
  return { power: named(line, "power"), hits, told: [], faces: faces.sort((a, b) => b - a).map((face) => ({ face, hit: usual ? face >= 4 : face === 6 })) };
}

/** A hit belongs to the last roll of its power; revenge without a roll stands alone. */
function tell(battle: Battle, line: LogLine): void {
  const power = named(line, "power");
  const figure = named(line, "figure");
  let stroke = battle.strokes.findLast((one) => one.power === power);
  if (!stroke) battle.strokes.push((stroke = { power, faces: [], hits: 0, told: [] }));
  stroke.told.push({ kind: line.kind, text: line.text, figure: figure ? Number(figure) : null });
}
