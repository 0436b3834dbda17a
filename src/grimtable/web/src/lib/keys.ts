// Keys of the table page: arrows walk over what is lit, Enter chooses, letters do as printed.
import type { Table } from "./table.svelte";

export interface KeyActions {
  table: Table;
  help: () => void;
  rules: () => void;
  command: () => void;
  close: () => boolean; // closes what is open; false if nothing was
  zoom: (factor: number) => void;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

export function onKey(event: KeyboardEvent, { table, ...act }: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (isTyping(event.target)) (event.target as HTMLElement).blur();
    else if (!act.close()) table.back();
    return;
  }
  if (isTyping(event.target) || event.defaultPrevented) return;
  if (event.key.startsWith("Arrow")) {
    if (walk(event.key)) event.preventDefault();
    return;
  }
  const digit = /^[1-9]$/.test(event.key) ? table.ask?.options[Number(event.key) - 1] : undefined;
  if (digit) return void table.choose(digit);
  const keys: Record<string, () => void> = {
    "?": act.help,
    "/": act.command,
    r: act.rules,
    u: () => void table.undo(),
    h: () => void table.askHint(),
    s: () => table.skip(),
    p: () => document.querySelectorAll<HTMLElement>("[data-way]").item(document.querySelectorAll("[data-way]").length - 1)?.click(),
    "+": () => act.zoom(1.3),
    "-": () => act.zoom(1 / 1.3),
    "0": () => act.zoom(0),
  };
  const run = keys[event.key.toLowerCase()];
  if (!run) return;
  event.preventDefault();
  run();
}

/** Moves the focus to the nearest lit thing in that direction; in a list of options up and down walk the list. */
function walk(key: string): boolean {
  const here = document.activeElement;
  const list = here?.closest(".list");
  if (list && (key === "ArrowUp" || key === "ArrowDown")) return step(list, here, key === "ArrowDown" ? 1 : -1);
  const lit = [...document.querySelectorAll<HTMLElement>("[data-lit][tabindex], button[data-lit]")].filter((element) => element.offsetParent !== null);
  if (!lit.length) return step(document.querySelector(".list"), null, 1);
  if (!here || !lit.includes(here as HTMLElement)) {
    lit[0]?.focus();
    return true;
  }
  nearest(here, lit, key)?.focus();
  return true;
}

function step(list: Element | null, here: Element | null, by: number): boolean {
  const options = [...(list?.querySelectorAll<HTMLElement>("button") ?? [])];
  const place = here ? options.indexOf(here as HTMLElement) + by : 0;
  options[(place + options.length) % options.length]?.focus();
  return options.length > 0;
}

function nearest(from: Element, lit: HTMLElement[], key: string): HTMLElement | undefined {
  const centre = (element: Element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2] as const;
  };
  const [x, y] = centre(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] as [number, number];
  let best: [number, HTMLElement] | undefined;
  for (const element of lit) {
    const [ex, ey] = centre(element);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (element !== from && along > 4 && (!best || along + 2 * across < best[0])) best = [along + 2 * across, element];
  }
  return best?.[1];
}
