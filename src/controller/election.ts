import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { pause } from '../base/pause.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { ObjectDraft } from '../kube/object.ts';
import { apiVersionOf } from '../kube/resource.ts';
import { Leadership } from './leadership.ts';
import {
  LEASES,
  type Lease,
  type LeaseSpec,
  type LeaseTiming,
  released,
  type Sighting,
  sighted,
  step,
} from './lease.ts';
import type { Logger } from './logger.ts';

/** Decides which of several processes works. */
export interface Elector {
  /** Whether this process may change something at this moment. */
  leads(): boolean;
  /** Why this process could not be elected, in words; nothing where it could. */
  trouble(): string | undefined;
  /**
   * Waits until this process leads, then calls `lead` once and keeps leading until that resolves; without
   * that where `stop` aborts before. `lost` aborts when this process must not go on. Throws LeaseLostError
   * then, and otherwise what `lead` throws.
   */
  run(lead: (lost: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void>;
}

/** What an election needs from outside. */
interface ElectionOptions {
  readonly client: Pick<KubeClient, 'get' | 'create' | 'replace'>;
  readonly namespace: string;
  readonly name: string;
  readonly timing: LeaseTiming;
  readonly log: Logger;
  /** Hears when this process begins and ends to lead. */
  readonly onChange: (leads: boolean) => void;
}

/** Owner of the lease's fields in `metadata.managedFields`. */
const FIELD_MANAGER = 'stoa-election';

/** Attempts in a row that fail before an election counts as in trouble: a single one may well. */
const MANY_FAILURES = 3;

/** The elector of a process that is alone. */
export const alone: Elector = {
  leads: () => true,
  trouble: () => undefined,
  run: (lead) => lead(new AbortController().signal),
};

/** Elects one of all processes that share a Lease. */
export class Election implements Elector {
  readonly #options: ElectionOptions;
  readonly #identity = `${hostname()}_${randomUUID()}`;
  readonly #label: string;
  #seen: Sighting | undefined;
  /** Whether `#seen` is what is stored, as far as this process can know. */
  #fresh = false;
  #leadership: Leadership | undefined;
  #failures = 0;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#label = `${options.namespace}/${options.name}`;
  }

  leads(): boolean {
    return this.#leadership?.holds() ?? false;
  }

  trouble(): string | undefined {
    return this.#failures >= MANY_FAILURES ? `the lease ${this.#label} cannot be read or written` : undefined;
  }

  async run(lead: (lost: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> {
    const { log, onChange, timing } = this.#options;
    await this.#attempts(() => this.#leadership === undefined, stop);
    const leadership = this.#leadership;
    if (leadership === undefined) {
      return;
    }
    log.info({ lease: this.#label, identity: this.#identity }, 'lease acquired');
    onChange(true);
    const rest = new AbortController();
    const renewing = pause(timing.retryMs, rest.signal).then(() =>
      this.#attempts(() => leadership.holds(), rest.signal),
    );
    try {
      await lead(leadership.lost);
    } finally {
      onChange(false);
      rest.abort();
      // Whatever `lead` threw, it is what the loss has brought about.
      leadership.lost.throwIfAborted();
      leadership.close();
      await renewing;
    }
    await this.#release();
  }

  /** Attempts again and again while `wanted` says so and `stop` has not aborted; an attempt is never cut short. */
  async #attempts(wanted: () => boolean, stop: AbortSignal): Promise<void> {
    while (wanted() && !stop.aborted) {
      const began = performance.now();
      const pauseMs = await this.#attempt().catch((error: unknown) => this.#failed(error));
      await pause(wanted() ? began + pauseMs - performance.now() : 0, stop);
    }
  }

  /** Looks at the lease unless it is known, and takes or renews it where that is due; answers the pause after it. */
  async #attempt(): Promise<number> {
    const { timing } = this.#options;
    if (!this.#fresh || this.#leadership === undefined) {
      await this.#look();
    }
    const nowMs = performance.now();
    const next = step(this.#seen, { identity: this.#identity, timing, nowMs, date: new Date() });
    if (next.type === 'wait') {
      this.#leadership?.lose(`was taken by ${next.holder}`);
      this.#failures = 0;
      return Math.min(timing.lookMs, next.atMostMs);
    }
    await this.#write(next.type === 'write' ? next.lease : undefined, next.spec);
    // Others count from when they see what was written, which is later than this.
    this.#hold(nowMs + timing.renewMs);
    this.#failures = 0;
    return timing.retryMs;
  }

  #hold(untilMs: number): void {
    if (this.#leadership === undefined) {
      this.#leadership = new Leadership(this.#label, untilMs);
    } else {
      this.#leadership.extend(untilMs);
    }
  }

  #failed(error: unknown): number {
    const { log, timing } = this.#options;
    this.#fresh = false;
    if (isFailure(error, 'conflict') || isFailure(error, 'already-exists')) {
      // Somebody else has written it, or this process without hearing so: look again at once.
      return 0;
    }
    this.#failures += 1;
    const tell = this.#failures === 1 ? 'warn' : 'debug';
    log[tell]({ lease: this.#label, err: error }, 'the lease cannot be read or written');
    return timing.retryMs;
  }

  async #look(): Promise<void> {
    const { client, namespace, name, timing } = this.#options;
    const lease = await client
      .get(LEASES, { namespace, name }, { timeoutMs: timing.requestMs })
      .catch(absent);
    this.#seen = sighted(this.#seen, lease, performance.now());
    this.#fresh = true;
  }

  async #write(known: Lease | undefined, spec: LeaseSpec): Promise<void> {
    const { client, namespace, name, timing } = this.#options;
    const type = { apiVersion: apiVersionOf(LEASES), kind: LEASES.kind };
    const metadata = known?.metadata ?? { namespace, name };
    const draft: ObjectDraft = { ...type, metadata, spec };
    const options = { timeoutMs: timing.requestMs };
    this.#fresh = false;
    const written =
      known === undefined
        ? await client.create(LEASES, draft, FIELD_MANAGER, options)
        : await client.replace(LEASES, draft, FIELD_MANAGER, options);
    this.#seen = sighted(this.#seen, written, performance.now());
    this.#fresh = true;
  }

  /** Empties the lease, so that the next need not wait; where that fails, it expires by itself. */
  async #release(): Promise<void> {
    const { log } = this.#options;
    try {
      await this.#look();
      const lease = this.#seen?.lease;
      if (lease?.spec?.holderIdentity === this.#identity) {
        await this.#write(lease, released(lease, new Date()));
      }
      log.info({ lease: this.#label }, 'lease released');
    } catch (error) {
      log.warn({ lease: this.#label, err: error }, 'releasing the lease failed, it will expire');
    }
  }
}

function absent(error: unknown): undefined {
  if (!isFailure(error, 'not-found')) {
    throw error;
  }
}
