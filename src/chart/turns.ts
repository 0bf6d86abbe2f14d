import type { Leave } from '../base/gate.ts';

/** Install that asks for a turn. */
export interface Asker {
  readonly namespace: string;
  /** Name in the namespace; whoever asks twice has one place. */
  readonly name: string;
  /** Calls it when its turn has come after it went. */
  readonly again: () => void;
}

/** Milliseconds that an asker waits here; then it goes, says so to its users, and is called. */
const PATIENCE_MS = 2_000;

/** Milliseconds within which whoever is called comes, some with an index that it fetches again; then the next one is. */
const COMES_MS = 20_000;

/** Most places of one namespace; who gets none asks again. */
const MOST_PLACES = 100;

/** Place of an asker; with `begin` while it waits here. */
interface Place {
  asker: Asker;
  begin?: ((leave: Leave | undefined) => void) | undefined;
}

/**
 * Turns of namespaces at what serves one at a time. The next turn is of the namespace whose turns have taken the least
 * time; within a namespace, of whoever asked first. One that asks after a break, or for the first time, has no time saved
 * up: it has had what each of those that wait would have had in equal shares. So it goes behind those that have waited for
 * that long, and new namespaces without end do not keep one waiting whose turns took much.
 */
export class Turns {
  readonly #now: () => number;
  /** Places by namespace and name, the oldest first. */
  readonly #places = new Map<string, Map<string, Place>>();
  /** Milliseconds of the turns of namespaces that wait, or that have had more than their share. */
  readonly #taken = new Map<string, number>();
  /** Milliseconds that a namespace would have had of all turns, had all that waited had equal shares of them. */
  #level = 0;
  #isTaken = false;
  #called: { readonly place: Place; readonly timer: NodeJS.Timeout } | undefined;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Takes a turn; undefined where it has not come in time: the asker is called then. Throws the reason of `signal`. */
  async take(asker: Asker, signal: AbortSignal): Promise<Leave | undefined> {
    signal.throwIfAborted();
    const place = this.#placeOf(asker);
    if (place === undefined) {
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<Leave | undefined>();
    place.begin = resolve;
    const go = () => this.#go(place, signal.aborted);
    const timer = setTimeout(go, PATIENCE_MS);
    signal.addEventListener('abort', go, { once: true });
    this.#next();
    const leave = await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', go);
    if (signal.aborted) {
      leave?.();
      signal.throwIfAborted();
    }
    return leave;
  }

  /** Place of an asker, which it may have from before; undefined where its namespace has too many. */
  #placeOf(asker: Asker): Place | undefined {
    const { namespace, name } = asker;
    const own = this.#places.get(namespace) ?? new Map<string, Place>();
    const place = own.get(name) ?? { asker };
    if (!own.has(name) && own.size >= MOST_PLACES) {
      return undefined;
    }
    if (own.size === 0) {
      this.#taken.set(namespace, Math.max(this.#takenBy(namespace), this.#level));
    }
    place.asker = asker;
    place.begin?.(undefined);
    this.#places.set(namespace, own.set(name, place));
    this.#uncall(place);
    return place;
  }

  /** Milliseconds of a namespace; one that nothing is known of has had its share. */
  #takenBy(namespace: string): number {
    return this.#taken.get(namespace) ?? this.#level;
  }

  /** Lets an asker go that waits here; it keeps its place unless it goes for good. */
  #go(place: Place, forGood: boolean): void {
    const { begin } = place;
    if (begin !== undefined) {
      place.begin = undefined;
      if (forGood) {
        this.#remove(place);
      }
      begin(undefined);
    }
  }

  #remove({ asker: { namespace, name } }: Place): void {
    const own = this.#places.get(namespace);
    own?.delete(name);
    if (own?.size === 0) {
      this.#places.delete(namespace);
    }
  }

  /** Begins the next turn, or calls the one whose it is. */
  #next(): void {
    const place = this.#isTaken ? undefined : this.#first();
    if (place?.begin !== undefined) {
      this.#begin(place, place.begin);
    } else if (place !== undefined && this.#called === undefined) {
      const timer = setTimeout(() => this.#giveUp(place), COMES_MS);
      timer.unref();
      this.#called = { place, timer };
      place.asker.again();
    }
  }

  #first(): Place | undefined {
    const [least] = [...this.#places.keys()].toSorted(
      (one, other) => this.#takenBy(one) - this.#takenBy(other),
    );
    const [place] = this.#places.get(least ?? '')?.values() ?? [];
    return place;
  }

  /** Gives the place up of an asker that was called and has not come; its namespace has taken that time. */
  #giveUp(place: Place): void {
    this.#uncall(place);
    this.#remove(place);
    this.#charge(place.asker.namespace, COMES_MS);
    this.#next();
  }

  #uncall(place: Place): void {
    if (this.#called?.place === place) {
      clearTimeout(this.#called.timer);
      this.#called = undefined;
    }
  }

  #begin(place: Place, begin: (leave: Leave) => void): void {
    const { namespace } = place.asker;
    this.#remove(place);
    this.#isTaken = true;
    this.#level = Math.max(this.#level, this.#takenBy(namespace));
    const began = this.#now();
    let isOver = false;
    begin(() => {
      if (!isOver) {
        isOver = true;
        this.#isTaken = false;
        this.#charge(namespace, this.#now() - began);
        this.#next();
      }
    });
  }

  /** Charges a turn to its namespace, raises the share, and forgets those that wait for nothing and have had no more. */
  #charge(namespace: string, ms: number): void {
    this.#taken.set(namespace, this.#takenBy(namespace) + ms);
    this.#level += ms / (this.#places.size + (this.#places.has(namespace) ? 0 : 1));
    for (const [each, taken] of this.#taken) {
      if (taken <= this.#level && !this.#places.has(each)) {
        this.#taken.delete(each);
      }
    }
  }
}
