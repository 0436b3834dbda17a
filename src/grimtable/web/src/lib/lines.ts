// A table in one line, for the lobby.
import { ago, t } from "./i18n";
import type { TableLine } from "./protocol";

function others(line: TableLine): string {
  const names = line.seats.filter((seat) => !line.you?.includes(seat.seat) && seat.kind !== "open").map((seat) => seat.name);
  return names.length ? t("home.with", names.join(", ")) : "";
}

export function mineLine(line: TableLine): string {
  const now = line.asked ? t("home.your_move") : line.status === "waiting" ? t("home.waiting") : line.phase_text;
  return [others(line), now, ago(line.changed)].filter(Boolean).join(" · ");
}

export function openLine(line: TableLine): string {
  const names = line.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name);
  const state = line.free.length ? t("home.free", line.free.length) : line.phase_text;
  return [names.join(", "), state].filter(Boolean).join(" · ");
}
