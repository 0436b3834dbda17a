// The command box does what the terminal does with the same words. A sentence comes back when nothing was done.
import { api } from "./api";
import { t } from "./i18n";
import { router } from "./router.svelte";
import { rulesDrawer } from "./rules.svelte";
import { settings } from "./settings.svelte";
import type { Table } from "./table.svelte";
import { chosen, understood, type CommandName } from "./typed";

export class CommandRunner {
  constructor(
    readonly table: Table,
    readonly act: { help: () => void; log: () => void },
  ) {}

  run(line: string): string | null {
    const { table } = this;
    const typed = understood(line, table.ask?.options ?? [], table.ask?.open ?? false);
    if ("problem" in typed) return table.ask ? typed.problem : t("table.no_options");
    if ("command" in typed) return this.#command(typed.command, typed.rest);
    if ("option" in typed) void table.choose(typed.option);
    else void table.compose(typed.composed);
    return null;
  }

  #command(name: CommandName, rest: string): string | null {
    const { table } = this;
    const does: Record<CommandName, () => string | null | void> = {
      help: () => this.act.help(),
      explain: () => this.#explain(rest),
      undo: () => void table.undo(),
      restart: () => void table.restart(),
      hint: () => void table.askHint(),
      log: () => this.act.log(),
      rules: () => rulesDrawer.show(table.slug, null, rest),
      table: () => table.skip(),
      save: () => void api.download(`/api/tables/${table.id}/record`, rest || `grimtable-${table.id}.record.jsonl`, table.token ?? undefined),
      quit: () => router.go("/"),
      lang: () => {
        if (rest !== "en" && rest !== "ja") return t("typed.langs");
        settings.lang = rest;
        return null;
      },
    };
    return does[name]() ?? null;
  }

  /** What an option touches: its first piece is explained where it stands. */
  #explain(rest: string): string | null {
    const typed = chosen(rest, this.table.ask?.options ?? []);
    if (!rest) return t("typed.which");
    if ("problem" in typed) return typed.problem;
    if (!("option" in typed)) return t("typed.which");
    const ref = typed.option.refs[0];
    const [rule] = typed.option.rules;
    const at = ref ? document.querySelector(`[data-ref="${CSS.escape(ref)}"]`) : null;
    if (ref && at) void this.table.explain(ref, at);
    else if (rule) rulesDrawer.show(this.table.slug, rule);
    return null;
  }
}
