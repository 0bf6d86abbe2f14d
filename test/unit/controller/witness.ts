import { expect, vi } from 'vitest';
import type { Priority } from '../../../src/controller/priority.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import { depthOf } from '../../support/queue.ts';

/** Operations on a queue. */
export type Command =
  | { readonly type: 'add'; readonly key: string; readonly priority: Priority }
  | { readonly type: 'delay'; readonly key: string; readonly priority: Priority; readonly ms: number }
  | { readonly type: 'fail'; readonly key: string }
  | { readonly type: 'take' }
  | { readonly type: 'done'; readonly key: string }
  | { readonly type: 'pass'; readonly ms: number };

/** The longest pause of a test: more than any that it asks for. */
const LONG_MS = 600_000;

/** Uses a queue and keeps its own account of which keys it is owed and which it has in hand. */
export class Witness {
  readonly #owed = new Set<string>();
  readonly #queue = new WorkQueue();
  readonly #inHand = new Set<string>();

  async do(command: Command): Promise<void> {
    switch (command.type) {
      case 'add':
        this.#queue.add(command.key, command.priority);
        this.#owed.add(command.key);
        break;
      case 'delay':
        this.#queue.addAfter(command.key, command.ms, command.priority);
        this.#owed.add(command.key);
        break;
      case 'fail':
        this.#queue.addAfterFailure(command.key);
        this.#owed.add(command.key);
        break;
      case 'take':
        return this.#take();
      case 'done':
        this.#done(command.key);
        break;
      case 'pass':
        vi.advanceTimersByTime(command.ms);
    }
  }

  /** Gives everything back, takes what is owed when its time has come, and finds the queue empty. */
  async settle(): Promise<void> {
    for (const key of [...this.#inHand]) {
      this.#done(key);
    }
    vi.advanceTimersByTime(LONG_MS);
    while (depthOf(this.#queue) > 0) {
      await this.#take();
    }
    expect(this.#owed).toEqual(new Set());
    expect(this.#queue.inFlight().map(({ key }) => key)).toEqual([...this.#inHand]);
    expect(depthOf(this.#queue)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  }

  async #take(): Promise<void> {
    if (depthOf(this.#queue) === 0) {
      return;
    }
    const key = (await this.#queue.take()) ?? '';
    expect(this.#inHand.has(key)).toBe(false);
    expect(this.#owed.delete(key)).toBe(true);
    this.#inHand.add(key);
  }

  #done(key: string): void {
    if (this.#inHand.delete(key)) {
      this.#queue.done(key);
    }
  }
}
