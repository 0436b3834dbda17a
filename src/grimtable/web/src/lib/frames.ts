// Updates as a sequence of pictures: what came while one looks waits its turn, at the pace the viewer likes.
import type { LogLine, ServerMessage, TableState } from "./protocol";

const PACE = 900; // milliseconds a bot's move stays in sight at speed 1

type Update = Extract<ServerMessage, { type: "update" }>;

export function merged(state: TableState, update: Update): TableState {
  const { type: _, ...fields } = update;
  return { ...state, ...fields, log: mergedLog(state.log, update.log ?? [], update.log_from) };
}

function mergedLog(log: LogLine[], lines: LogLine[], from: number | undefined): LogLine[] {
  return from === undefined ? log : [...log.filter((line) => line.n < from), ...lines];
}

export class Frames {
  #queue: TableState[] = [];
  #timer = 0;
  #shownAt = 0;

  constructor(
    readonly show: (state: TableState, waiting: number) => void,
    readonly speed: () => number,
  ) {}

  push(state: TableState): void {
    this.#queue.push(state);
    this.#pump();
  }

  /** Straight to the newest. */
  skip(): void {
    const last = this.#queue.pop();
    this.#queue = [];
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (last) this.#display(last);
  }

  clear(): void {
    this.#queue = [];
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #pump(): void {
    const speed = this.speed();
    if (speed === 0) return this.skip();
    if (this.#timer || !this.#queue.length) return;
    const wait = Math.max(0, this.#shownAt + PACE / speed - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const next = this.#queue.shift();
      if (next) this.#display(next);
      this.#pump();
    }, wait);
  }

  #display(state: TableState): void {
    this.#shownAt = performance.now();
    this.show(state, this.#queue.length);
  }
}
