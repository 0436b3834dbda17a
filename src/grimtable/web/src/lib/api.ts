// HTTP of docs/protocol.md.
import type { CampaignMark, CampaignView, CampaignWish, MadeCampaign, NewCampaign } from "./campaign";
import type { GameLine, Replay, RuleEntry, Stats, TableLine } from "./protocol";
import { settings } from "./settings.svelte";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
    readonly rules: string[] = [],
  ) {
    super(text);
  }
}

function headers(token: string | undefined): Record<string, string> {
  return { "Accept-Language": settings.lang, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

async function checked(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as { code?: string; text?: string; rules?: string[] };
  throw new ApiError(answer.status, body.code ?? "unknown", body.text ?? `${answer.status} ${answer.statusText}`, body.rules);
}

async function get<T>(path: string, token?: string): Promise<T> {
  return (await checked(await fetch(path, { headers: headers(token) }))).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown, token?: string): Promise<T> {
  const kind = typeof body === "string" ? "application/x-ndjson" : "application/json";
  const answer = await fetch(path, {
    method: "POST",
    headers: { ...headers(token), "Content-Type": kind },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return (await checked(answer)).json() as Promise<T>;
}

export interface SeatWish {
  kind: "me" | "person" | "bot";
  bot?: string;
  name?: string;
}
export interface NewTable {
  game: string;
  options: Record<string, string | number>;
  seats: SeatWish[];
  public: boolean;
  tutorial?: boolean;
  seed?: number;
}
export interface MadeTable {
  table: string;
  token: string;
  links: { seat: number; token: string }[];
  spectator: string;
  commitment: string | null;
}

export const api = {
  games: async () => (await get<{ games: GameLine[] }>(`/api/games?lang=${settings.lang}`)).games,
  texts: async (slug: string, lang: string) => (await get<{ texts: Record<string, string> }>(`/api/games/${slug}/texts?lang=${lang}`)).texts,
  facts: async (slug: string) => (await get<{ facts: unknown }>(`/api/games/${slug}/facts`)).facts,
  rules: async (slug: string) => (await get<{ entries: RuleEntry[] }>(`/api/rules/${slug}`)).entries,
  /** A page of a list of the lobby; `before` is what the page before it said. */
  tables: (status: string, before?: string) => get<{ tables: TableLine[]; before: string | null }>(`/api/tables?${new URLSearchParams({ status, lang: settings.lang, ...(before ? { before } : {}) })}`),
  table: (id: string, token?: string) => get<TableLine>(`/api/tables/${id}?lang=${settings.lang}`, token),
  make: (wish: NewTable) => post<MadeTable>("/api/tables", wish),
  sit: (id: string, name: string) => post<{ seat: number; token: string }>(`/api/tables/${id}/sit`, { name }),
  replay: (id: string, seat: string, token?: string) => get<Replay>(`/api/tables/${id}/replay?seat=${seat}&lang=${settings.lang}`, token),
  explain: (id: string, move: number, seat: string, ref: string, token?: string) =>
    get<{ text: string; rules: string[] }>(`/api/tables/${id}/explain?${new URLSearchParams({ move: String(move), seat, ref, lang: settings.lang })}`, token),
  stats: (id: string, token?: string) => get<Stats>(`/api/tables/${id}/stats?lang=${settings.lang}`, token),
  campaign: (id: string, token: string) => get<CampaignView>(`/api/campaigns/${id}?lang=${settings.lang}`, token),
  campaignMark: (id: string, token: string) => get<CampaignMark>(`/api/campaigns/${id}/mark`, token),
  makeCampaign: (wish: NewCampaign) => post<MadeCampaign>("/api/campaigns", wish),
  importCampaign: (text: string, name: string) => post<MadeCampaign>(`/api/campaigns/import?${new URLSearchParams({ name })}`, text),
  campaignWish: <T>(id: string, what: "acts" | "undo" | "table", wish: CampaignWish, token: string) => post<T>(`/api/campaigns/${id}/${what}?lang=${settings.lang}`, wish, token),
  importRecord: (text: string) => post<{ table: string; token: string }>("/api/records", text),
  report: async <T>(slug: string, option: string, file: File) => {
    const query = new URLSearchParams({ file: file.name.slice(-60), lang: settings.lang });
    const answer = await fetch(`/api/games/${slug}/options/${option}?${query}`, { method: "POST", headers: { ...headers(undefined), "Content-Type": "application/octet-stream" }, body: file });
    return (await checked(answer)).json() as Promise<T>;
  },
  async download(path: string, name: string, token?: string): Promise<void> {
    const answer = await checked(await fetch(path, { headers: headers(token) }));
    save(await answer.blob(), name);
  },
};

export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
