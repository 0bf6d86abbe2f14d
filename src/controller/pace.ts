/** Rate limit of the reconciles of each key. Times are in milliseconds. */
export class Pace {
  readonly #intervalMs: number;
  /** Start of the last reconcile by key, oldest first. */
  readonly #starts = new Map<string, number>();

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Records the start of a reconcile. */
  begin(key: string, now: number): void {
    this.#starts.delete(key);
    this.#starts.set(key, now);
    for (const [other, at] of this.#starts) {
      if (at + this.#intervalMs > now) {
        return;
      }
      this.#starts.delete(other);
    }
  }

  /** Milliseconds until the key may be reconciled again; 0 if it may at once. */
  waitMs(key: string, now: number): number {
    const at = this.#starts.get(key);
    return at === undefined ? 0 : Math.max(at + this.#intervalMs - now, 0);
  }
}
