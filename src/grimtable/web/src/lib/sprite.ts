// Symbols that <use> refers to: those of the first load, and those a board brings along.
export function addSymbols(symbols: string): void {
  const sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  sprite.innerHTML = `<defs>${symbols}</defs>`;
  document.body.prepend(sprite);
}
