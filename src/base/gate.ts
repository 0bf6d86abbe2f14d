/** Way out of a gate; calls after the first one have no effect. */
export type Leave = () => void;

/** Limit of what happens at once: a number of places, and a bounded queue in front of them. */
export class Gate {
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number, maxWaiting: number) {
    this.#free = places;
    this.#maxWaiting = maxWaiting;
  }

  /** Takes a place as soon as one is free, in the order of the calls; undefined if too many wait already. */
  enter(): Promise<Leave> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(this.#leave());
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<Leave>();
    this.#waiting.push(() => resolve(this.#leave()));
    return promise;
  }

  #leave(): Leave {
    let inside = true;
    return () => {
      if (inside) {
        inside = false;
        this.#admitNext();
      }
    };
  }

  /** A place that was left goes to the first that waits, or becomes free. */
  #admitNext(): void {
    const admit = this.#waiting.shift();
    if (admit === undefined) {
      this.#free += 1;
    } else {
      admit();
    }
  }
}
