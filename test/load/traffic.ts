import { setTimeout as sleep } from 'node:timers/promises';
import { type Door, NotAcknowledged } from '../bench/door.ts';
import { APPLICATION_IDS } from '../bench/owner.ts';
import type { RuleAudit } from './audit.ts';

/** Maximum number of concurrent requests. */
export const CLIENTS = 32;

/** Requests for rules, each with a unique host. */
export class Traffic {
  readonly #door: Door;
  readonly #audit: RuleAudit;
  #count = 0;
  /** Number of responses by HTTP status, or by network error. */
  readonly answers = new Map<string, number>();

  constructor(door: Door, audit: RuleAudit) {
    this.#door = door;
    this.#audit = audit;
  }

  /** Sends requests as fast as responses arrive; returns the acknowledged rules per second. */
  async asFastAsPossible(seconds: number): Promise<number> {
    const until = performance.now() + 1000 * seconds;
    const before = this.#acknowledged();
    const client = async () => {
      while (performance.now() < until) {
        await this.#one();
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return (this.#acknowledged() - before) / seconds;
  }

  /** Sends requests at a steady rate, regardless of earlier ones, unless all clients wait for a response. */
  async at(rate: number, seconds: number): Promise<void> {
    const began = performance.now();
    const underWay = new Set<Promise<void>>();
    for (let due = 0; due < rate * seconds; due += 1) {
      await sleep(Math.max(0, began + (1000 * due) / rate - performance.now()));
      if (underWay.size >= CLIENTS) {
        await Promise.race(underWay);
      }
      const request: Promise<void> = this.#one().finally(() => underWay.delete(request));
      underWay.add(request);
      if (performance.now() - began > 1000 * seconds) {
        break;
      }
    }
    await Promise.all(underWay);
  }

  async #one(): Promise<void> {
    this.#count += 1;
    const host = `load-${this.#count}.example.com`;
    const application = APPLICATION_IDS[this.#count % APPLICATION_IDS.length] ?? 0;
    this.#audit.requested(host);
    const answer = await this.#door.create({ application, host }).then(() => '200', nameOf);
    this.#audit.answered(host, answer === '200');
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  #acknowledged(): number {
    return this.answers.get('200') ?? 0;
  }
}

function nameOf(error: unknown): string {
  if (error instanceof NotAcknowledged) {
    return String(error.status);
  }
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
