// Pieces glide from where they were to where they are: only what changed its place moves.
import { flushSync } from "svelte";

const DURATION = 320;
const CURVE = "cubic-bezier(.2, .7, .2, 1)";

function places(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll<HTMLElement | SVGGraphicsElement>("[data-glide]")) {
    const box = element.getBoundingClientRect();
    if (box.width) found.set(element.dataset.glide ?? "", box);
  }
  return found;
}

/** How many pixels on the screen a unit of the board is wide. */
function scaleOf(element: HTMLElement | SVGGraphicsElement, width: number): number {
  return (element instanceof SVGGraphicsElement ? element.getScreenCTM()?.a : width / element.offsetWidth) || 1;
}

/** Applies a change and lets every piece that is somewhere else afterwards travel there. */
export function movePieces(change: () => void): void {
  const before = places();
  flushSync(change);
  for (const element of document.querySelectorAll<HTMLElement | SVGGraphicsElement>("[data-glide]")) {
    const from = before.get(element.dataset.glide ?? "");
    const to = element.getBoundingClientRect();
    if (!to.width) continue;
    const [x, y] = from ? [from.left - to.left, from.top - to.top] : [0, 0];
    if (from && Math.hypot(x, y) < 8) continue;
    const scale = scaleOf(element, to.width);
    if (element instanceof SVGGraphicsElement) {
      if (from) element.animate([{ transform: `translate(${x / scale}px, ${y / scale}px)` }, { transform: "none" }], { duration: DURATION, easing: CURVE });
      continue;
    }
    const start = from
      ? { transform: `translate(${x / scale}px, ${y / scale}px) scale(${from.width / to.width}, ${from.height / to.height})`, transformOrigin: "0 0", zIndex: 5 }
      : { opacity: 0, transform: "translateY(-6px)" };
    element.animate([start, { transform: "none", transformOrigin: "0 0", opacity: 1 }], { duration: DURATION, easing: CURVE });
  }
}
