// What a person types into the command box: the same words as in the terminal.
import type { Phrase } from "./i18n";
import { t } from "./i18n";
import type { Option } from "./protocol";

const COMMANDS: Record<string, CommandName> = {
  "?": "help",
  help: "help",
  explain: "explain",
  undo: "undo",
  u: "undo",
  restart: "restart",
  hint: "hint",
  log: "log",
  rules: "rules",
  table: "table",
  save: "save",
  quit: "quit",
  q: "quit",
  exit: "quit",
  lang: "lang",
};
const SHOWN = 4; // so many of several matching options are named

export type CommandName = "help" | "explain" | "undo" | "restart" | "hint" | "log" | "rules" | "table" | "save" | "quit" | "lang";
export type Typed = { command: CommandName; rest: string } | { option: Option } | { composed: unknown } | { problem: string };

export function understood(line: string, options: readonly Option[], open: boolean): Typed {
  const text = line.normalize("NFKC").trim();
  let [word = "", ...more] = text.split(/\s+/);
  if (word.startsWith("?") && word.length > 1) [word, more] = ["?", [word.slice(1), ...more]];
  const rest = more.join(" ");
  const command = COMMANDS[word.toLowerCase()];
  if (command) return { command: command === "help" && rest ? "explain" : command, rest };
  if (open && /^[[{]/.test(text)) return composed(text);
  return chosen(text, options);
}

function composed(text: string): Typed {
  try {
    return { composed: JSON.parse(text) as unknown };
  } catch (error) {
    return problem("typed.not_json", String(error));
  }
}

/** The option that a number, an id or words mean. Numbers are always places in the list. */
export function chosen(text: string, options: readonly Option[]): Typed {
  if (/^[+-]?\d+$/.test(text)) {
    const option = options[Number(text) - 1];
    return option ? { option } : problem("typed.number", text, options.length);
  }
  const named = options.find((option) => option.id === text || option.id.slice(option.id.indexOf(":") + 1) === text);
  if (named) return { option: named };
  const best = matching(text, options);
  const [only] = best;
  if (only && best.length === 1) return { option: only };
  if (!only) return problem("typed.none", text, options.length);
  const listed = best.slice(0, SHOWN).map((option) => `${options.indexOf(option) + 1} ${option.text}`);
  return problem("typed.several", text, listed.join("; ") + (best.length > SHOWN ? " ..." : ""));
}

function problem(phrase: Phrase, ...params: (string | number)[]): Typed {
  return { problem: t(phrase, ...params) };
}

/** Options that have every typed word as the beginning of one of theirs; whole words count more. */
function matching(text: string, options: readonly Option[]): Option[] {
  const typed = parts(text);
  if (!typed.length) return [];
  const scored = options.flatMap((option) => {
    const words = parts(`${option.text} ${option.id.slice(option.id.indexOf(":") + 1)}`);
    if (!typed.every((part) => words.some((word) => isBegun(word, part)))) return [];
    return [{ option, score: typed.filter((part) => words.includes(part)).length }];
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ option }) => option);
}

function parts(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** Japanese has no spaces between words, so there a part may stand anywhere. */
function isBegun(word: string, part: string): boolean {
  return word.startsWith(part) || (/[^\x00-\x7f]/.test(part) && word.includes(part));
}
