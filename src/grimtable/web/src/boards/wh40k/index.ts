import { SPRITE } from "../../generated/sprite-wh40k";
import type { BoardModule } from "../../lib/board";
import { words } from "../../lib/catalogue.svelte";
import { t } from "../../lib/i18n";
import { addSymbols } from "../../lib/sprite";
import Board from "./Board.svelte";
import Home from "./Home.svelte";
import SeatFacts from "./SeatFacts.svelte";
import { type BattleView, SLUG } from "./model";

addSymbols(SPRITE);

const PHASES = ["movement", "psychic", "shooting", "charge", "fight", "morale"];

const module: BoardModule = {
  Board,
  Home,
  SeatFacts,
  nameOf(ref) {
    const [kind = "", name = ""] = ref.split(":");
    if (kind === "marker") return words(SLUG, "marker", Number(name) + 1);
    return kind === "unit" ? t("wh.unit", Number(name) + 1) : ref;
  },
  phases(view) {
    const { phase, round, objective } = view as BattleView;
    const mission = objective ? words(SLUG, `objective.${objective}`) : t("wh.mission");
    return { names: PHASES.map((name) => words(SLUG, `phase.${name}`)), now: PHASES.indexOf(phase), where: round ? t("wh.round", mission, round) : "" };
  },
  score(view, seat) {
    const home = (view as BattleView).players[seat];
    return home ? { value: home.vp, unit: t("wh.vp") } : null;
  },
};
export default module;
