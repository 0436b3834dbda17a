import type { BoardModule } from "../../lib/board";
import { words } from "../../lib/catalogue.svelte";
import { SPRITE } from "../../generated/sprite-cthulhu";
import { t } from "../../lib/i18n";
import { addSymbols } from "../../lib/sprite";
import Board from "./Board.svelte";
import Home from "./Home.svelte";
import Ritual from "./Ritual.svelte";
import SeatFacts from "./SeatFacts.svelte";
import { type CthulhuView, SLUG, areaName, seatOrder } from "./model";

addSymbols(SPRITE);

const PHASES = ["action", "gather_power", "first_player", "doom"];

const module: BoardModule = {
  Board,
  Home,
  SeatFacts,
  Aside: Ritual,
  flow: true,
  nameOf(ref) {
    const [kind = "", name = ""] = ref.split(":");
    if (kind === "area") return areaName(name);
    if (kind === "spellbook") return words(SLUG, `ability.${name}`);
    if (kind === "unit") return unitName(name);
    return kind === "player" ? t("table.players") : words(SLUG, `${kind === "kind" ? "unit" : kind}.${name}`);
  },
  phases(view) {
    const { phase, cycle } = view as CthulhuView;
    const names = PHASES.map((name) => words(SLUG, `phase.${name}`));
    return { names, now: PHASES.indexOf(phase), where: cycle ? t("cw.cycle", cycle) : "" };
  },
  score(view, seat) {
    const home = (view as CthulhuView).players[seat];
    return home?.faction ? { value: home.doom, unit: t("cw.doom") } : null;
  },
  order: (view) => seatOrder(view as CthulhuView),
};
export default module;

function unitName(uid: string): string {
  const kind = uid.replace(/_\d+$/, "").replace(/^(gc|cc|bg|ys)_acolyte$/, "acolyte");
  return words(SLUG, `unit.${kind}`);
}
