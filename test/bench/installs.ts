import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import { Cache } from '../../src/controller/cache.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../src/objects/stoa.ts';
import { silent } from '../support/log.ts';
import { type BenchCluster, inParallel } from './benchcluster.ts';

/** Content of installs: a version of a model or of a chart, and its store. */
type Subject = Pick<MarketInstallSpec, 'market' | 'appModelId' | 'appModelVersion'>;

/** Version of a model in the store at `url`. */
export function modelAt(url: string, appModelId: string): Subject {
  return { market: { url, domain: 'bench' }, appModelId, appModelVersion: '1.0' };
}

/** Version of a chart in the repository at `url`. */
export function chartAt(url: string, appModelId: string): Subject {
  return { market: { url, type: 'helm' }, appModelId, appModelVersion: '1.0.0' };
}

/** MarketInstalls of one content, with the times at which they were applied. */
export class Installs {
  readonly #world: BenchCluster;
  readonly #subject: Subject;
  readonly #cache: Cache<MarketInstall>;
  /** Time of the first status with Applied, by name of the install. */
  readonly #applied = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();

  /** Watches all installs. New ones have one content. */
  constructor(world: BenchCluster, subject: Subject) {
    this.#world = world;
    this.#subject = subject;
    this.#cache = new Cache({ client: world.client, resource: MARKET_INSTALLS, indexes: {}, log: silent });
    this.#cache.onChange(({ before, after }) => {
      const name = (after ?? before)?.metadata.name ?? '';
      if (after === undefined) {
        this.#applied.delete(name);
      } else if (isApplied(after) && !this.#applied.has(name)) {
        this.#applied.set(name, performance.now());
      }
      for (const listener of this.#listeners) {
        listener();
      }
    });
    void this.#cache.run(this.#stop.signal);
  }

  close(): void {
    this.#stop.abort();
  }

  /** Creates installs and waits until all their objects are applied; returns the duration in ms. */
  async make(names: readonly string[]): Promise<number> {
    const began = performance.now();
    await this.request(names);
    await this.applied(names);
    return Math.max(...names.map((name) => this.#applied.get(name) ?? 0)) - began;
  }

  /** Creates installs. */
  async request(names: readonly string[]): Promise<void> {
    const { client, namespace } = this.#world;
    const spec = { appId: 1, volumesOnDelete: 'delete', ...this.#subject };
    await inParallel(names, (name) => {
      const metadata = { name, namespace };
      return client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata, spec }, 'bench');
    });
  }

  /** Waits until all objects of these installs are applied. */
  async applied(names: readonly string[]): Promise<void> {
    await this.#until(() => names.every((name) => this.#applied.has(name)));
  }

  /** Deletes installs with all their objects, and waits until they are gone. */
  async remove(names: readonly string[]): Promise<void> {
    const { client, namespace } = this.#world;
    await inParallel(names, async (name) => {
      const { uid } = (await client.get(MARKET_INSTALLS, { namespace, name })).metadata;
      await client.delete(MARKET_INSTALLS, { namespace, name, uid });
    });
    await this.#until(() =>
      names.every((name) => this.#cache.store.get(`${namespace}/${name}`) === undefined),
    );
  }

  async #until(holds: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listener = () => (holds() ? resolve() : undefined);
    this.#listeners.add(listener);
    listener();
    await promise;
    this.#listeners.delete(listener);
  }
}

function isApplied({ status }: MarketInstall): boolean {
  return status?.conditions?.some((each) => each.type === 'Applied' && each.status === 'True') ?? false;
}
