// Paths of the pages; the fragment carries a seat's token or a move.
export type Page =
  | { name: "home" }
  | { name: "new"; slug: string }
  | { name: "armies" }
  | { name: "campaigns" }
  | { name: "campaign"; id: string }
  | { name: "table"; id: string }
  | { name: "replay"; id: string }
  | { name: "rules"; slug: string }
  | { name: "about" };

function read(path: string): Page {
  const [, first = "", second = ""] = path.split("/");
  const named = decodeURIComponent(second);
  if (first === "new" && named) return { name: "new", slug: named };
  if (first === "armies" && named) return { name: "armies" };
  if (first === "campaigns") return { name: "campaigns" };
  if (first === "campaign" && named) return { name: "campaign", id: named };
  if (first === "t" && named) return { name: "table", id: named };
  if (first === "replay" && named) return { name: "replay", id: named };
  if (first === "rules" && named) return { name: "rules", slug: named };
  if (first === "about") return { name: "about" };
  return { name: "home" };
}

class Router {
  page: Page = $state.raw(read(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.page = read(location.pathname)));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.page = read(location.pathname);
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** Follows plain clicks on links of the own origin without loading the page anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  router.go(link.pathname + link.hash);
}

/** Takes a token out of the fragment, so that it does not stay in the address bar. */
export function takeToken(): string | null {
  const token = /^#([\w-]{20,})$/.exec(location.hash)?.[1] ?? null;
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}

export function moveInAddress(): number | null {
  const found = /^#move=(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}
