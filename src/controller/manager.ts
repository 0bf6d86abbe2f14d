import { within } from '../base/pause.ts';
import type { Elector } from './election.ts';
import { missing, type Phase, unready } from './health.ts';
import type { Logger } from './logger.ts';
import { RightsCheck } from './permissioncheck.ts';

/** Something that follows the API server and knows when it has the first full picture. */
export interface Source {
  readonly name: string;
  readonly synced: Promise<void>;
  run(signal: AbortSignal): Promise<void>;
  /** Milliseconds since the API server was last heard. */
  lastSeenMs?(): number;
}

/** Something that works while this process leads. */
export interface Runnable {
  readonly name: string;
  /** Works until `stop` aborts, then lets what is under way end, or gives it up when `abandon` aborts. */
  run(stop: AbortSignal, abandon: AbortSignal): Promise<void>;
  /** What does not move although it should, in words. */
  stuck(): readonly string[];
}

/** What a manager runs: sources from the start, and controllers once those are synced and this process leads. */
export interface ManagerOptions {
  readonly sources: readonly Source[];
  readonly controllers: readonly Runnable[];
  readonly elector: Elector;
  /** Which permissions this process lacks, in words. */
  readonly check: () => Promise<readonly string[]>;
  readonly log: Logger;
  /** Milliseconds within which all sources must be synced. */
  readonly syncTimeoutMs?: number;
  /** Milliseconds for which work under way may go on after `signal` aborts. */
  readonly drainMs?: number;
}

/** Milliseconds within which work that is given up must have come to rest. */
const REST_MS = 2_000;

/** Starts and stops caches and controllers together. */
export class Manager {
  readonly #options: Required<ManagerOptions>;
  readonly #unsynced: Set<string>;
  readonly #check: RightsCheck;
  #phase: Phase = 'new';

  constructor(options: ManagerOptions) {
    this.#options = { syncTimeoutMs: 120_000, drainMs: 20_000, ...options };
    this.#check = new RightsCheck(options.check, options.log);
    this.#unsynced = new Set(options.sources.map(({ name }) => name));
  }

  /** What keeps this process from its work, in words; none when it works or could at once. */
  unready(): string[] {
    const sources = this.#options.sources.map((source) => ({
      name: source.name,
      synced: !this.#unsynced.has(source.name),
      silentMs: source.lastSeenMs?.(),
    }));
    const { elector } = this.#options;
    return [
      ...unready({ phase: this.#phase, sources, rights: this.#check.rights }),
      ...[elector.trouble() ?? []].flat(),
    ];
  }

  /** What does not move although it should, in words; only a new process helps. */
  stuck(): string[] {
    return this.#options.controllers.flatMap((controller) => controller.stuck());
  }

  /**
   * Runs until `signal` aborts; resolves when everything has come to rest. Throws, naming the caches that
   * are not synced, where they are not in time although no right is missing; LeaseLostError; and where work does
   * not come to rest.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { sources, elector } = this.#options;
    const end = new AbortController();
    const stop = AbortSignal.any([signal, end.signal]);
    this.#phase = 'syncing';
    const following = Promise.all(sources.map((source) => source.run(end.signal)));
    following.catch(() => end.abort());
    const checking = this.#check.run(end.signal);
    try {
      await this.#sync(stop);
      if (!stop.aborted) {
        this.#phase = 'standby';
        await elector.run((lost) => this.#lead(stop, lost), stop);
      }
    } finally {
      this.#phase = 'ending';
      end.abort();
      await Promise.all([following, checking]);
    }
  }

  async #sync(stop: AbortSignal): Promise<void> {
    const { sources, syncTimeoutMs, log } = this.#options;
    const all = Promise.all(
      sources.map(({ name, synced }) => synced.then(() => this.#unsynced.delete(name))),
    );
    while ((await within(syncTimeoutMs, all, stop)) === 'late') {
      // A new process would have no more rights than this one.
      if (missing(this.#check.rights).length === 0) {
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
    await within(undefined, working, stopOrLost);
    this.#phase = 'ending';
    if ((await within(drainMs, working, lost)) === 'late') {
      log.warn({ drainMs }, 'drain timeout exceeded, abandoning reconciliations');
      late.abort();
    }
    if ((await within(REST_MS, working)) === 'late') {
      throw new Error(`reconciliations did not end within ${REST_MS / 1000} s`);
    }
  }
}
