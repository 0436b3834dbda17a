// Symbols that <use> refers to: those of the first load, and those a board brings along.
const added = new Set<string>();

export function addSymbols(symbols: string): void {
  if (added.has(symbols)) return;
  added.add(symbols);
  const sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  sprite.innerHTML = `<defs>${symbols}</defs>`;
  document.body.prepend(sprite);
}
