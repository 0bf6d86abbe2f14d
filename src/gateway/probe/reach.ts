import type { Ask } from './ask.ts';
import type { Answer, Result } from './result.ts';
import type { Question } from './rule.ts';
import type { Target } from './target.ts';

/** Questions in a row without an answer after which an address is left alone for a moment. */
const MISSES = 3;

/** Milliseconds for which it is: what it did not answer counts for other routes too. */
const PAUSE_MS = 1_000;

/** Addresses that are remembered. */
const MOST = 1_000;

/** Knowledge of one address. */
interface Known {
  /** Whether it has served a version of a route that Stoa wrote: it is the gateway, and can be asked. */
  readonly proved: boolean;
  /** Questions in a row without an answer. */
  readonly misses: number;
  /** Answer for all routes until a time. */
  readonly down?: { readonly answer: Answer; readonly until: number };
}

const UNKNOWN: Known = { proved: false, misses: 0 };

/** Addresses of the gateway, and what they have shown to be. */
export class Reach {
  readonly #known = new Map<string, Known>();
  readonly #ask: Ask;
  readonly #onDown: () => void;

  /** `onDown` is called when an address stops to answer. */
  constructor(ask: Ask, onDown: () => void) {
    this.#ask = ask;
    this.#onDown = onDown;
  }

  /** Asks an address, unless it gave no answer to several questions a moment ago. */
  async ask(target: Target, question: Question, signal: AbortSignal): Promise<Result> {
    const key = keyOf(target);
    const down = this.#downOf(key);
    const answer = down ?? (await this.#ask(target, question, signal));
    if (down === undefined && !signal.aborted) {
      this.#remember(key, answer);
    }
    return readAs(answer, (this.#known.get(key) ?? UNKNOWN).proved);
  }

  /** Whether the answer of an address is known without a question, since it gave none to several a moment ago. */
  isDown(target: Target): boolean {
    return this.#downOf(keyOf(target)) !== undefined;
  }

  #downOf(key: string): Answer | undefined {
    const { down } = this.#known.get(key) ?? UNKNOWN;
    return down !== undefined && performance.now() < down.until ? down.answer : undefined;
  }

  #remember(key: string, answer: Answer): void {
    const before = this.#known.get(key) ?? UNKNOWN;
    const misses = answer === 'silent' || answer === 'unreachable' ? before.misses + 1 : 0;
    this.#known.delete(key);
    this.#known.set(key, {
      proved: answer === 'served' || answer === 'unguarded' || before.proved,
      misses,
      ...(misses < MISSES ? {} : { down: { answer, until: performance.now() + PAUSE_MS } }),
    });
    if (misses === MISSES) {
      this.#onDown();
    }
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST && oldest !== undefined) {
      this.#known.delete(oldest);
    }
  }
}

function keyOf({ address, port }: Target): string {
  return `${address} ${port}`;
}

/**
 * An answer, by whether the address has proved to be the gateway. One that has, and cannot be connected to any more, does
 * not serve; of one that has not, nothing can be learned that way.
 */
export function readAs(answer: Answer, proved: boolean): Result {
  if (answer === 'unreachable' && proved) {
    return 'silent';
  }
  return answer === 'unclear' && !proved ? 'foreign' : answer;
}
