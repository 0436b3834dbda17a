// One socket per table: says hello, notices silence, comes back by itself, and repeats wishes that were not answered.
import type { Reply, ServerMessage } from "./protocol";
import { PROTOCOL, VOID_LINK } from "./protocol";

const PING_EVERY = 2000;
const SILENCE = 4500; // so long without a word, and the connection counts as lost
const RETRY = [200, 500, 1000, 2000, 3000];

type Wish = Record<string, unknown> & { type: string };
type Resolve = (reply: Reply) => void;

export class Connection {
  #socket: WebSocket | null = null;
  #heard = 0;
  #tries = 0;
  #count = 0;
  #closed = false;
  #session = Math.random().toString(36).slice(2, 10);
  #pending = new Map<string, { wish: Wish; resolve: Resolve }>();
  #timer: number;
  #retry = 0;

  constructor(
    readonly hello: () => Wish,
    readonly onMessage: (message: ServerMessage) => void,
    readonly onState: (online: boolean) => void,
  ) {
    this.#timer = setInterval(() => this.#watch(), PING_EVERY);
    this.#open();
  }

  /** Sends a wish; the reply comes with its id, however often the socket breaks in between. */
  ask(wish: Wish): Promise<Reply> {
    const id = `${this.#session}-${++this.#count}`;
    const whole = { ...wish, id };
    return new Promise((resolve) => {
      this.#pending.set(id, { wish: whole, resolve });
      this.#send(whole);
    });
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, PROTOCOL);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => socket.send(JSON.stringify(this.hello()));
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => {
      if (event.code === VOID_LINK) this.close();
      else if (socket === this.#socket) this.#lost();
    };
  }

  #receive(message: ServerMessage): void {
    this.#heard = Date.now();
    if (message.type === "table") {
      this.#tries = 0;
      this.onState(true);
      this.onMessage(message);
      for (const { wish } of this.#pending.values()) this.#send(wish);
      return;
    }
    if ("id" in message && message.id !== null) {
      const waiting = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      waiting?.resolve(message);
      if (message.type === "pong" || waiting) return;
    }
    this.onMessage(message);
  }

  #send(wish: Wish): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(wish));
  }

  #watch(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "ping", id: "ping" });
    if (this.#socket && Date.now() - this.#heard > SILENCE) this.#lost();
  }

  #lost(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.#closed || !socket) return;
    this.onState(false);
    const wait = RETRY[Math.min(this.#tries++, RETRY.length - 1)] ?? 1000;
    this.#retry = setTimeout(() => this.#open(), wait);
  }
}
