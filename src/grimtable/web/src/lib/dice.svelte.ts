// The part of this browser in the fair dice of a table, and what it finds when the secret is published.
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { freshKeepsake, keep, kept, keyOf, type Keepsake } from "./keepsake";
import type { Dice, Status } from "./protocol";

/** Whether something holds; `unknown` to a browser that was not there before the game. */
export type Finding = "holds" | "broken" | "unknown";
export interface DiceChecked {
  commitment: Finding; // the secret is the one that was promised
  secret: Finding; // it fits what the table shows now
  salt: Finding | "late" | "other" | "none"; // the own salt is in the dice
  hashes: Finding; // all salts fit the hashes that were published first
}

function hashOf(bytes: Uint8Array, use: string): string {
  const personalization = new Uint8Array(16); // filled up with zeros, as Python does it
  personalization.set(utf8ToBytes(use));
  return bytesToHex(blake2b(bytes, { dkLen: 32, personalization }));
}
const commitmentOf = (secret: string): string => hashOf(hexToBytes(secret), "grimtable-commit");
const saltHash = (salt: string): string => hashOf(hexToBytes(salt), "grimtable-salt");
const same = (some: string[], others: string[]): boolean => some.join() === others.join();

export class OwnDice {
  kept: Keepsake = $state.raw(freshKeepsake());
  readonly #key: string;

  constructor(table: string, token: string | null) {
    this.#key = keyOf(table, token);
    this.kept = kept(this.#key) ?? this.kept;
    if (token) this.#keep({}); // before its hash is sent
  }

  get hash(): string {
    return saltHash(this.kept.salt);
  }

  /** Notes what the server shows before the game. Returns the own salt if it is asked for and nothing has changed since. */
  see(dice: Dice, status: Status, seat: number | undefined): string | null {
    if (dice.kind !== "fair") return null;
    if (this.kept.seat === null && seat !== undefined) this.#keep({ seat });
    if (status !== "waiting") return null;
    if (this.kept.commitment === null) this.#keep({ commitment: dice.commitment });
    if (dice.hashes.length && this.kept.hashes === null) this.#keep({ hashes: dice.hashes });
    const { salt, commitment, hashes } = this.kept;
    const isAsked = seat !== undefined && dice.awaited.includes(seat) && dice.hashes[seat] === this.hash;
    return isAsked && commitment === dice.commitment && same(hashes ?? [], dice.hashes) ? salt : null;
  }

  /** What holds of the dice of a finished game. */
  check(dice: Dice & { secret: string }): DiceChecked {
    const { commitment } = this.kept;
    const published = commitmentOf(dice.secret);
    return {
      commitment: commitment === null ? "unknown" : commitment === published ? "holds" : "broken",
      secret: dice.commitment === published ? "holds" : "broken",
      salt: this.#ownSalt(dice),
      hashes: this.#allHashes(dice),
    };
  }

  /** Games that began under an older server have no hashes. */
  #allHashes(dice: Dice): Finding {
    const { hashes } = this.kept;
    if (hashes !== null && !same(hashes, dice.hashes)) return "broken";
    if (!dice.hashes.length) return "unknown";
    return dice.salts.every((salt, seat) => !salt || saltHash(salt) === dice.hashes[seat]) ? "holds" : "broken";
  }

  #ownSalt(dice: Dice): DiceChecked["salt"] {
    const { seat, salt, commitment } = this.kept;
    if (seat === null || commitment === null) return "unknown";
    if (dice.salts[seat] === salt) return "holds";
    if (dice.hashes[seat] !== this.hash) return dice.hashes[seat] ? "other" : "none";
    return dice.salts[seat] ? "broken" : "late";
  }

  #keep(more: Partial<Keepsake>): void {
    this.kept = { ...this.kept, ...more };
    keep(this.#key, this.kept);
  }
}
