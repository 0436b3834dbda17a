// Where in the tutorial of a table this window is; -1 when it is not, or no longer.
const key = (table: string) => `grimtable.tutorial.${table}`;

export function tutorialStep(table: string): number {
  return Number(sessionStorage.getItem(key(table)) ?? -1);
}

export function keepTutorialStep(table: string, step: number): void {
  if (step >= 0) sessionStorage.setItem(key(table), String(step));
  else sessionStorage.removeItem(key(table));
}

export function startTutorial(table: string): void {
  keepTutorialStep(table, 0);
}
