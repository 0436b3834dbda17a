// Takes the icons that src/icons.json names out of the collections, as SVG symbols: g-NAME from game-icons, u-NAME from lucide.
// `game` and `ui` come with the first load; any other section is the sprite of a board, loaded with it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const wanted = JSON.parse(readFileSync("src/icons.json", "utf8"));

// Marks of our own: a coin, a blade for power, a star for victory points, a shield, a card that is lost.
const OWN = {
  "g-coin": '<circle cx="256" cy="256" r="220"/><circle cx="256" cy="256" r="158" fill="none" stroke="var(--ink-1)" stroke-width="26"/>',
  "g-blade": '<path d="M470 42L330 62 168 262l-40-26-34 34 52 46-92 92 50 50 92-92 46 52 34-34-26-40 200-162z"/>',
  "g-star": '<path d="M256 30l66 148 160 17-120 108 34 158-140-82-140 82 34-158L30 195l160-17z"/>',
  "g-shield": '<path d="M256 26l186 62v150c0 122-78 208-186 248C148 446 70 360 70 238V88z"/>',
  "g-lost": '<path d="M120 30h272v452H120zM166 76v360h180V76z" fill-rule="evenodd"/><path d="M196 176l36-36 128 160-36 36zM324 176l-36-36-128 160 36 36z"/>',
};

function symbols(collection, prefix, names) {
  const { icons, width = 16, height = 16 } = require(`@iconify-json/${collection}/icons.json`);
  return Object.entries(names).map(([name, source]) => {
    const icon = icons[source];
    if (!icon) throw new Error(`${collection} has no icon ${source}`);
    const body = icon.body.replace(/ fill="currentColor"/g, "").replace(/ (stroke|stroke-width|stroke-linecap|stroke-linejoin|fill)="(currentColor|2|round|none)"/g, "");
    return [`${prefix}-${name}`, body, `0 0 ${icon.width ?? width} ${icon.height ?? height}`];
  });
}

const own = Object.entries(OWN).map(([name, body]) => [name, body, "0 0 512 512"]);
const { game, ui, ...boards } = wanted;
const first = [...own, ...symbols("game-icons", "g", game), ...symbols("lucide", "u", ui)];
const later = Object.entries(boards).map(([slug, names]) => [slug, symbols("game-icons", "g", names)]);
const all = [...first, ...later.flatMap(([, icons]) => icons)];
const twice = all.map(([name]) => name).filter((name, n, names) => names.indexOf(name) !== n);
if (twice.length) throw new Error(`icons named twice: ${twice.join(", ")}`);

const sprite = (icons) => `export const SPRITE = ${JSON.stringify(icons.map(([name, body, box]) => `<symbol id="${name}" viewBox="${box}">${body}</symbol>`).join(""))};\n`;
mkdirSync("src/generated", { recursive: true });
writeFileSync("src/generated/icons.ts", `export type IconName = ${all.map(([name]) => JSON.stringify(name)).join(" | ")};\n${sprite(first)}`);
for (const [slug, icons] of later) writeFileSync(`src/generated/sprite-${slug}.ts`, sprite(icons));
