import { words } from "../../lib/catalogue.svelte";
import type { BoardModule } from "../../lib/board";
import { t } from "../../lib/i18n";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Home from "./Home.svelte";
import Note from "./Note.svelte";
import SeatFacts from "./SeatFacts.svelte";
import { type DarkLordView, SLUG, nameOf } from "./model";

const PHASES = ["preparation", "placement", "resolution", "end"];
const LEVEL = [1, 1, 1, 2, 2, 2, 3, 3];

const module: BoardModule = {
  Board,
  Home,
  SeatFacts,
  Aside,
  Note,
  flow: true,
  nameOf(ref) {
    const [kind = "", name = ""] = ref.split(":");
    return kind === "card" ? nameOf(name) : kind === "area" ? t("dl.area_name", name) : ref;
  },
  phases(view) {
    const { round, phase } = view as DarkLordView;
    const now = phase === "event" ? 3 : PHASES.indexOf(phase);
    const names = PHASES.map((name) => words(SLUG, `phase.${name}`)).map((name) => name.charAt(0).toUpperCase() + name.slice(1));
    return { names, now, where: round ? `${t("dl.round", round)} · ${t("dl.level", LEVEL[round] ?? 3)}` : "" };
  },
  score(view, seat) {
    const home = (view as DarkLordView).players[seat];
    return home?.score ? { value: home.score.total, unit: t("dl.vp") } : null;
  },
  order(view) {
    const { start, players } = view as DarkLordView;
    return players.map((_, n) => (start + n) % players.length);
  },
};
export default module;
