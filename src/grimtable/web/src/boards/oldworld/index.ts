import { SPRITE } from "../../generated/sprite-oldworld";
import type { BoardModule } from "../../lib/board";
import { words } from "../../lib/catalogue.svelte";
import { t } from "../../lib/i18n";
import { addSymbols } from "../../lib/sprite";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Home from "./Home.svelte";
import Note from "./Note.svelte";
import SeatFacts from "./SeatFacts.svelte";
import { type OldWorldView, SLUG, cardName, facts, figureName, powerName, regionName, tokenName } from "./model";

addSymbols(SPRITE);

const PHASES = ["old_world", "draw", "summoning", "battle", "corruption", "end"];

const module: BoardModule = {
  Board,
  Home,
  SeatFacts,
  Aside,
  Note,
  flow: true,
  nameOf(ref) {
    const [kind = "", name = ""] = ref.split(":");
    if (kind === "figure") return figureName((facts()?.pieces[Number(name)] ?? "").replace(/_\d+$/, ""));
    if (kind === "slot") return t(name.endsWith("left") ? "ow.left" : "ow.right");
    const names: Record<string, (name: string) => string> = { region: regionName, card: cardName, power: powerName, token: tokenName };
    return names[kind]?.(name) ?? (kind === "upgrade" ? words(SLUG, `upgrade.${name}`) : ref);
  },
  phases(view) {
    const { round, phase, old_world } = view as OldWorldView;
    const names = PHASES.map((name) => words(SLUG, `phase.${name}`).replace(/ Phase$|・?フェイズ$/, ""));
    return { names, now: PHASES.indexOf(phase), where: round ? t("ow.round", round, round + old_world.deck) : "" };
  },
  ending(view, winners) {
    const { ending, players } = view as OldWorldView;
    const names = winners.map((seat) => powerName(players[seat]?.power ?? "")).join(t("ow.and"));
    return ending === "deck" ? words(SLUG, "event.all_lost") : words(SLUG, "event.won", names, words(SLUG, `ending.${ending}`));
  },
  score(view, seat) {
    const sheet = (view as OldWorldView).players[seat];
    return sheet ? { value: sheet.vp, unit: t("dl.vp") } : null;
  },
};
export default module;
