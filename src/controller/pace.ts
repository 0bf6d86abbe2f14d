/** Keeps what changes all the time from being looked at all the time. Times are in milliseconds. */
export class Pace {
  readonly #everyMs: number;
  /** When each key was begun last, the oldest first. */
  readonly #begun = new Map<string, number>();

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Notes that a key is being looked at. */
  begin(key: string, now: number): void {
    this.#begun.delete(key);
    this.#begun.set(key, now);
    for (const [other, at] of this.#begun) {
      if (at + this.#everyMs > now) {
        return;
      }
      this.#begun.delete(other);
    }
  }

  /** How long a key has to wait for its next turn; 0 where it has not been looked at lately. */
  waitMs(key: string, now: number): number {
    const at = this.#begun.get(key);
    return at === undefined ? 0 : Math.max(at + this.#everyMs - now, 0);
  }
}
