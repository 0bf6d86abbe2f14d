import { LRUCache } from 'lru-cache';
import type { Leave } from '../../base/gate.ts';
import { digestOf } from '../../base/hash.ts';
import type { Asker, Turns } from '../turns.ts';
import type { ChartReference, IdentityOutcome, IndexOutcome, IndexReader } from './indexreader.ts';

/** Milliseconds for which a turn lasts between two questions: a store that is slower does not make others wait. */
const REST_MS = 5_000;

/** Most choices that are kept, and most characters of one. */
const MAX_KEPT = 256;
const MAX_CHOICE = 4_096;

const BUSY = { type: 'refused', refusal: { type: 'busy' } } as const;

/** Reader that many fetches share in turns. */
export class SharedReader {
  readonly reader: IndexReader;
  readonly turns: Turns;
  /** Choices by the index and the chart. */
  readonly chosen = new LRUCache<string, IndexOutcome>({ max: MAX_KEPT });

  constructor(reader: IndexReader, turns: Turns) {
    this.reader = reader;
    this.turns = turns;
  }
}

/**
 * Reader for one fetch, whose first question takes a turn, which lasts until the fetch is over, unless its archive is
 * long on its way: whoever waited for the index does not wait for the archive again. Where it has to, the choice of the
 * index is known when it comes back, and takes no turn.
 */
export class ReadingTurn implements IndexReader {
  readonly #shared: SharedReader;
  readonly #asker: Asker;
  #leave: Leave | undefined;
  #rest: NodeJS.Timeout | undefined;

  constructor(shared: SharedReader, asker: Asker) {
    this.#shared = shared;
    this.#asker = asker;
  }

  async choose(index: Uint8Array, chart: ChartReference, signal: AbortSignal): Promise<IndexOutcome> {
    const { reader, chosen } = this.#shared;
    const key = JSON.stringify([digestOf(index), chart]);
    const known = chosen.get(key);
    if (known !== undefined) {
      return known;
    }
    const outcome = await this.#ask(signal, () => reader.choose(index, chart, signal));
    if (outcome.type === 'chosen' && JSON.stringify(outcome).length <= MAX_CHOICE) {
      chosen.set(key, outcome);
    }
    return outcome;
  }

  identify(archive: Uint8Array, chart: ChartReference, signal: AbortSignal): Promise<IdentityOutcome> {
    return this.#ask(signal, () => this.#shared.reader.identify(archive, chart, signal));
  }

  /** Ends the turn. */
  leave(): void {
    clearTimeout(this.#rest);
    this.#leave?.();
    this.#leave = undefined;
  }

  async #ask<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | typeof BUSY> {
    clearTimeout(this.#rest);
    this.#leave ??= await this.#shared.turns.take(this.#asker, signal);
    if (this.#leave === undefined) {
      return BUSY;
    }
    try {
      return await ask();
    } finally {
      this.#rest = setTimeout(() => this.leave(), REST_MS);
    }
  }
}
