import { waitAtMost } from '../base/pause.ts';
import type { Elector } from './election.ts';
import { missingProblems, type Phase, unready } from './health.ts';
import type { Logger } from './logger.ts';
import { PermissionCheck } from './permissioncheck.ts';

/** Source of objects that is synced with the API server, such as a cache. */
export interface Source {
  readonly name: string;
  readonly synced: Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  /** Milliseconds since the last response of the API server. */
  lastSeenMs?(): number;
  /** Name of its kind, where the API server does not serve it. */
  missingKind?(): string | undefined;
  /** Number of objects that it lacks, or parts of which it lacks, since they cannot be read. */
  unreadObjects?(): number;
  /** Number of failures of its lists and watches. */
  failures?(): number;
}

/** Component that runs while this process is the leader, such as a controller. */
export interface Runnable {
  readonly name: string;
  /** Runs until `stop` aborts, then drains; `abandon` aborts the work that is left. */
  run(stop: AbortSignal, abandon: AbortSignal): Promise<void>;
  /** Stuck work, in words. */
  stuck(): readonly string[];
}

/** Options of a manager. It runs sources from the start, and controllers after sync and election. */
export interface ManagerOptions {
  readonly sources: readonly Source[];
  readonly controllers: readonly Runnable[];
  readonly elector: Elector;
  /** Check of the missing permissions of this process, in words. */
  readonly check: () => Promise<readonly string[]>;
  readonly log: Logger;
  /** Milliseconds until all sources must be synced. */
  readonly syncTimeoutMs?: number;
  /** Milliseconds for draining after `signal` aborts. */
  readonly drainMs?: number;
}

/** Milliseconds until aborted work must have ended. */
const ABANDON_MS = 2_000;

/** Manager of the lifecycle of sources and controllers. */
export class Manager {
  readonly #options: Required<ManagerOptions>;
  readonly #unsynced: Set<string>;
  readonly #check: PermissionCheck;
  #phase: Phase = 'new';

  constructor(options: ManagerOptions) {
    this.#options = { syncTimeoutMs: 120_000, drainMs: 20_000, ...options };
    this.#check = new PermissionCheck(options.check, options.log);
    this.#unsynced = new Set(options.sources.map(({ name }) => name));
  }

  /** Reasons why this process is not ready, in words; none for a leader, and for a standby that could take over. */
  unready(): string[] {
    const sources = this.#options.sources.map((source) => ({
      name: source.name,
      synced: !this.#unsynced.has(source.name),
      silentMs: source.lastSeenMs?.(),
      missingKind: source.missingKind?.(),
    }));
    const { elector } = this.#options;
    return [
      ...unready({ phase: this.#phase, sources, permissions: this.#check.state }),
      ...[elector.problem() ?? []].flat(),
    ];
  }

  /** Stuck work that only a restart of the process resolves, in words. */
  stuck(): string[] {
    return this.#options.controllers.flatMap((controller) => controller.stuck());
  }

  /**
   * Runs until `signal` aborts, and resolves when everything has ended. Rejects with an Error that names the caches
   * that are not synced in time although no permission is missing, with LeaseLostError, or with an Error if aborted
   * work does not end. Rejects at once with HistoryLostError, before the work has ended: the process must end.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { sources, elector } = this.#options;
    const end = new AbortController();
    const stop = AbortSignal.any([signal, end.signal]);
    this.#phase = 'syncing';
    const running = Promise.all(sources.map((source) => source.run(end.signal)));
    const broken = new Promise<never>((_, reject) => void running.catch(reject));
    broken.catch(() => end.abort());
    const checking = this.#check.run(end.signal);
    try {
      await this.#sync(stop);
      if (!stop.aborted) {
        this.#phase = 'standby';
        await Promise.race([elector.run((lost) => this.#lead(stop, lost), stop), broken]);
      }
    } finally {
      this.#phase = 'ending';
      end.abort();
      await Promise.all([running, checking]);
    }
  }

  async #sync(stop: AbortSignal): Promise<void> {
    const { sources, syncTimeoutMs, log } = this.#options;
    const all = Promise.all(
      sources.map(({ name, synced }) => synced.then(() => this.#unsynced.delete(name))),
    );
    while ((await waitAtMost(syncTimeoutMs, all, stop)) === 'late') {
      // A restart would not add the missing permissions.
      if (missingProblems(this.#check.state).length === 0) {
        throw new Error(`no list of ${[...this.#unsynced].join(', ')} in ${syncTimeoutMs / 1000} s`);
      }
    }
    if (!stop.aborted) {
      log.info({ caches: sources.map(({ name }) => name) }, 'caches synced');
    }
  }

  async #lead(stop: AbortSignal, lost: AbortSignal): Promise<void> {
    const { controllers, drainMs, log } = this.#options;
    this.#phase = 'leading';
    log.info({ controllers: controllers.map(({ name }) => name) }, 'starting controllers');
    const late = new AbortController();
    const abandon = AbortSignal.any([lost, late.signal]);
    const stopOrLost = AbortSignal.any([stop, lost]);
    const working = Promise.all(controllers.map((controller) => controller.run(stopOrLost, abandon)));
    await waitAtMost(undefined, working, stopOrLost);
    this.#phase = 'ending';
    if ((await waitAtMost(drainMs, working, lost)) === 'late') {
      log.warn({ drainMs }, 'drain timeout exceeded, abandoning reconciliations');
      late.abort();
    }
    if ((await waitAtMost(ABANDON_MS, working)) === 'late') {
      throw new Error(`reconciliations did not end within ${ABANDON_MS / 1000} s`);
    }
  }
}
