import { Cache } from '../../src/controller/cache.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../src/objects/stoa.ts';
import { silent } from '../support/log.ts';
import { type BenchCluster, inParallel } from './benchcluster.ts';

/** MarketInstalls of one model, with the times at which they were applied. */
export class Installs {
  readonly #world: BenchCluster;
  readonly #url: string;
  readonly #model: string;
  readonly #cache: Cache<MarketInstall>;
  /** Time of the first status with Applied, by name of the install. */
  readonly #applied = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();

  /** Watches all installs. New ones use one model of the store at `url`. */
  constructor(world: BenchCluster, url: string, model: string) {
    this.#world = world;
    this.#url = url;
    this.#model = model;
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
    const market = { url: this.#url, domain: 'bench' };
    const some = { appId: 1, appModelId: this.#model, appModelVersion: '1.0', volumesOnDelete: 'delete' };
    await inParallel(names, (name) => {
      const metadata = { name, namespace };
      return client.apply(
        MARKET_INSTALLS,
        { ...MARKET_INSTALL_TYPE, metadata, spec: { ...some, market } },
        'bench',
      );
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
