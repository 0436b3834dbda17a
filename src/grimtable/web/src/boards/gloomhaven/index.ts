import { SPRITE } from "../../generated/sprite-gloomhaven";
import type { BoardModule } from "../../lib/board";
import { words } from "../../lib/catalogue.svelte";
import { t } from "../../lib/i18n";
import { addSymbols } from "../../lib/sprite";
import Aside from "./Aside.svelte";
import Beside from "./Beside.svelte";
import Board from "./Board.svelte";
import Home from "./Home.svelte";
import SeatFacts from "./SeatFacts.svelte";
import { type DungeonView, SLUG, cardOf, characterAt } from "./model";

addSymbols(SPRITE);

const PHASES = ["selection", "turns", "upkeep"];

const module: BoardModule = {
  Board,
  Home,
  SeatFacts,
  Beside,
  Aside,
  nameOf(ref) {
    const [kind = "", name = ""] = ref.split(":");
    if (kind === "card" || kind === "lead") return cardOf(Number(name))?.name ?? name;
    if (["class", "element", "condition", "deck", "item"].includes(kind)) return words(SLUG, `${kind}.${name}`);
    return kind === "hex" ? t("gh.this_hex") : kind === "action" ? (cardOf(Number(name.split(".")[0]))?.name ?? name) : t("gh.this_figure");
  },
  phases(view) {
    const { phase, round, scenario, level } = view as DungeonView;
    const where = [words(SLUG, `option.scenario.${scenario}`), t("gh.scenario_level", level), round ? t("gh.round", round) : ""].filter(Boolean).join(" · ");
    return { names: PHASES.map((name) => t(`gh.phase.${name}` as "gh.phase.turns")), now: PHASES.indexOf(phase), where };
  },
  score(view, seat) {
    const dungeon = view as DungeonView;
    const [first, second] = characterAt(dungeon, seat);
    const body = dungeon.figures.find((figure) => figure.id === first?.id);
    return body && !second ? { value: body.hp, unit: ` / ${body.max_hp}` } : null;
  },
  ending(view) {
    return t((view as DungeonView).standing === "won" ? "gh.won" : "gh.lost_game", (view as DungeonView).name);
  },
};
export default module;
