import type { AppCatalog, CatalogPart, OfferedApps, ShownApp } from '../../store/catalog.ts';
import { type Gate, type GateOptions, gateOf } from '../../store/exchange.ts';
import type { Found } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import type { Fetched } from '../../store/response.ts';
import { Etags } from './etags.ts';
import { listRepository, showInRepository } from './httpcatalog.ts';
import type { BrowseMeans, IndexBrowser, IndexReader } from './indexreader.ts';
import { listRegistry, showInRegistry } from './registrycatalog.ts';

/** Charts that repositories and registries offer, as far as the configuration allows these. */
export class ChartCatalog implements AppCatalog {
  readonly #gate: Gate;
  readonly #options: GateOptions;
  readonly #reader: IndexReader & IndexBrowser;
  readonly #etags = new Etags();

  constructor(options: GateOptions, reader: IndexReader & IndexBrowser) {
    this.#gate = gateOf(options);
    this.#options = options;
    this.#reader = reader;
  }

  async list(store: Store, part: CatalogPart, signal?: AbortSignal): Promise<Fetched<OfferedApps>> {
    const means = this.#means(signal);
    return fetched(
      await (isRegistry(store)
        ? listRegistry(means, store, part)
        : listRepository(means, this.#etags, store, part)),
    );
  }

  async show(store: Store, id: string, version: string, signal?: AbortSignal): Promise<Fetched<ShownApp>> {
    const means = this.#means(signal);
    const chart = { name: id, version };
    return fetched(
      await (isRegistry(store)
        ? showInRegistry(means, store, chart)
        : showInRepository(means, this.#etags, store, chart)),
    );
  }

  #means(signal = new AbortController().signal): BrowseMeans {
    return { gate: this.#gate, stores: this.#options.stores, reader: this.#reader, signal };
  }
}

function isRegistry({ url }: Store): boolean {
  return url.startsWith('oci:');
}

function fetched<T>(got: Found<T>): Fetched<T> {
  return got.type === 'found' ? got : { type: 'refused', refusal: got };
}
