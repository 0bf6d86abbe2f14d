import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { pause } from '../base/pause.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { ObjectDraft } from '../kube/object.ts';
import { apiVersionOf } from '../kube/resource.ts';
import { HistoryLostError } from './history.ts';
import { Leadership } from './leadership.ts';
import {
  LEASES,
  type Lease,
  type LeaseSpec,
  type LeaseTiming,
  nextStep,
  type ObservedLease,
  observe,
  released,
} from './lease.ts';
import type { Logger } from './logger.ts';
import { isLater } from './version.ts';

/** Elector of the one process among several that works. */
export interface Elector {
  /** Whether this process is the leader at this moment, and may write. */
  isLeader(): boolean;
  /** Problem that keeps this process from being elected, in words. */
  problem(): string | undefined;
  /**
   * Acquires the lease, calls `lead` once, and renews the lease until `lead` resolves. Returns without a call if
   * `stop` aborts first. `lost` aborts when the lease is lost; `run` then rejects with LeaseLostError, and otherwise
   * with the error of `lead`. A process that does not lead rejects with HistoryLostError.
   */
  run(lead: (lost: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void>;
}

/** Options of an election. */
interface ElectionOptions {
  readonly client: Pick<KubeClient, 'get' | 'create' | 'replace'>;
  readonly namespace: string;
  readonly name: string;
  readonly timing: LeaseTiming;
  readonly log: Logger;
  /** Observer of the start and the end of leadership. */
  readonly onChange: (isLeader: boolean) => void;
}

/** Field manager of the Lease. */
const FIELD_MANAGER = 'stoa-election';

/** Failed attempts in a row after which the election reports a problem. */
const FAILURE_THRESHOLD = 3;

/** Elector of a process without leader election. */
export const alone: Elector = {
  isLeader: () => true,
  problem: () => undefined,
  run: (lead) => lead(new AbortController().signal),
};

/** Leader election by a Lease that several processes share. */
export class Election implements Elector {
  readonly #options: ElectionOptions;
  readonly #identity = `${hostname()}_${randomUUID()}`;
  readonly #label: string;
  #observed: ObservedLease | undefined;
  /** Whether `#observed` is the stored state, as far as this process knows. */
  #isCurrent = false;
  #leadership: Leadership | undefined;
  #failures = 0;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#label = `${options.namespace}/${options.name}`;
  }

  isLeader(): boolean {
    return this.#leadership?.holds() ?? false;
  }

  problem(): string | undefined {
    return this.#failures >= FAILURE_THRESHOLD
      ? `the lease ${this.#label} cannot be read or written`
      : undefined;
  }

  async run(lead: (lost: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> {
    const { log, onChange, timing } = this.#options;
    await this.#retryWhile(() => this.#leadership === undefined, stop);
    const leadership = this.#leadership;
    if (leadership === undefined) {
      return;
    }
    log.info({ lease: this.#label, identity: this.#identity }, 'lease acquired');
    onChange(true);
    const stopRenewing = new AbortController();
    const renewing = pause(timing.retryPeriodMs, stopRenewing.signal).then(() =>
      this.#retryWhile(() => leadership.holds(), stopRenewing.signal),
    );
    try {
      await lead(leadership.lost);
    } finally {
      onChange(false);
      stopRenewing.abort();
      // After a loss, an error of `lead` is only its consequence.
      leadership.lost.throwIfAborted();
      leadership.close();
      await renewing;
    }
    await this.#release();
  }

  /** Repeats attempts while `wanted` holds and `stop` has not aborted. A running attempt is not aborted. */
  async #retryWhile(wanted: () => boolean, stop: AbortSignal): Promise<void> {
    while (wanted() && !stop.aborted) {
      const startedAt = performance.now();
      const pauseMs = await this.#attempt().catch((error: unknown) => this.#onFailure(error));
      await pause(wanted() ? startedAt + pauseMs - performance.now() : 0, stop);
    }
  }

  /**
   * Reads the Lease if necessary, then acquires or renews it if possible. Returns the pause until the next attempt.
   */
  async #attempt(): Promise<number> {
    const { timing } = this.#options;
    if (!this.#isCurrent || this.#leadership === undefined) {
      await this.#read();
    }
    const nowMs = performance.now();
    const next = nextStep(this.#observed, { identity: this.#identity, timing, nowMs, date: new Date() });
    if (next.type === 'wait') {
      this.#leadership?.lose(`was taken by ${next.holder}`);
      this.#failures = 0;
      return Math.min(timing.pollPeriodMs, next.atMostMs);
    }
    await this.#write(next.type === 'write' ? next.lease : undefined, next.spec);
    // Other processes count from the time at which they observe the write, which is later.
    this.#extend(nowMs + timing.renewDeadlineMs);
    this.#failures = 0;
    return timing.retryPeriodMs;
  }

  #extend(untilMs: number): void {
    if (this.#leadership === undefined) {
      this.#leadership = new Leadership(this.#label, untilMs);
    } else {
      this.#leadership.extend(untilMs);
    }
  }

  #onFailure(error: unknown): number {
    const { log, timing } = this.#options;
    if (error instanceof HistoryLostError) {
      if (this.#leadership === undefined) {
        throw error;
      }
      this.#leadership.lose(`is of another time: ${error.message}`);
    }
    this.#isCurrent = false;
    if (isFailure(error, 'conflict') || isFailure(error, 'already-exists')) {
      // Another process has written it, or an unacknowledged write of this one: read it at once.
      return 0;
    }
    this.#failures += 1;
    const level = this.#failures === 1 ? 'warn' : 'debug';
    log[level]({ lease: this.#label, err: error }, 'cannot read or write the lease');
    return timing.retryPeriodMs;
  }

  async #read(): Promise<void> {
    const { client, namespace, name, timing } = this.#options;
    const lease = await client
      .get(LEASES, { namespace, name }, { timeoutMs: timing.requestTimeoutMs })
      .catch(undefinedIfNotFound);
    this.#take(lease);
  }

  /** Takes a state of the Lease as the stored one. Throws HistoryLostError if it is of an earlier time. */
  #take(lease: Lease | undefined): void {
    const [before, now] = [this.#observed?.lease, lease].map((each) => each?.metadata.resourceVersion);
    if (before !== undefined && now !== undefined && isLater(before, now)) {
      throw new HistoryLostError(`the lease ${this.#label}`, before, now);
    }
    this.#observed = observe(this.#observed, lease, performance.now());
    this.#isCurrent = true;
  }

  async #write(current: Lease | undefined, spec: LeaseSpec): Promise<void> {
    const { client, namespace, name, timing } = this.#options;
    const type = { apiVersion: apiVersionOf(LEASES), kind: LEASES.kind };
    const metadata = current?.metadata ?? { namespace, name };
    const draft: ObjectDraft = { ...type, metadata, spec };
    const options = { timeoutMs: timing.requestTimeoutMs };
    this.#isCurrent = false;
    const written =
      current === undefined
        ? await client.create(LEASES, draft, FIELD_MANAGER, options)
        : await client.replace(LEASES, draft, FIELD_MANAGER, options);
    this.#take(written);
  }

  /** Releases the lease, so that the next leader need not wait. If that fails, the lease expires. */
  async #release(): Promise<void> {
    const { log } = this.#options;
    try {
      await this.#read();
      const lease = this.#observed?.lease;
      if (lease?.spec?.holderIdentity === this.#identity) {
        await this.#write(lease, released(lease, new Date()));
      }
      log.info({ lease: this.#label }, 'lease released');
    } catch (error) {
      log.warn({ lease: this.#label, err: error }, 'releasing the lease failed, it will expire');
    }
  }
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!isFailure(error, 'not-found')) {
    throw error;
  }
}
