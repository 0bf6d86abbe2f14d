import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Most answers that are kept. */
const MAX_KEPT = 64;

/** Answer that holds as long as its source has the same ETag. */
interface Kept {
  readonly etag: string;
  readonly answer: unknown;
}

/**
 * Answers to questions about what a server has, each with the ETag for which it holds. A question includes the credential,
 * of which only a digest is kept. The oldest answers go first.
 */
export class Etags {
  readonly #kept = new LRUCache<string, Kept>({ max: MAX_KEPT });

  /** Answer to a question; undefined where there is none. */
  find<T>(question: readonly unknown[]): { readonly etag: string; readonly answer: T } | undefined {
    return this.#kept.peek(keyOf(question)) as { readonly etag: string; readonly answer: T } | undefined;
  }

  keep(question: readonly unknown[], etag: string, answer: unknown): void {
    this.#kept.set(keyOf(question), { etag, answer });
  }
}

function keyOf(question: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(question));
}
