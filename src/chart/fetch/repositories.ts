import { present } from '../../base/fields.ts';
import { Gate as Places } from '../../base/gate.ts';
import { digestOf } from '../../base/hash.ts';
import { type Gate, type GateOptions, gateOf } from '../../store/exchange.ts';
import type { Allowed } from '../../store/guard.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import { CHART_BOUNDS } from '../bounds.ts';
import type { Turns } from '../turns.ts';
import { fetchFromRepository } from './httprepository.ts';
import { identified } from './identity.ts';
import type { ChartReference, IndexReader } from './indexreader.ts';
import { ReadingTurn, SharedReader } from './readingturn.ts';
import { fetchFromRegistry } from './registry.ts';

/** Result of a fetch: the archive of a chart, or a refusal. */
export type FetchedChart =
  | {
      readonly type: 'fetched';
      readonly archive: Buffer;
      /** Version that was chosen, and that the chart has. */
      readonly version: string;
      /** `sha256:` and the hexadecimal hash of the archive. */
      readonly digest: string;
      /** Signer of it, where that had to be verified. */
      readonly signedBy?: string;
    }
  | { readonly type: 'refused'; readonly refusal: StoreRefusal };

/** Chart repositories and registries that the configuration allows. */
export class ChartRepositories {
  readonly #gate: Gate;
  readonly #stores: readonly Allowed[];
  readonly #reader: IndexReader;
  readonly #shared: SharedReader | undefined;
  readonly #large = new Places(CHART_BOUNDS.largeIndexes, 0);

  /** `turns` are those at the reader, where others use it too. */
  constructor(options: GateOptions, reader: IndexReader, turns?: Turns) {
    this.#gate = gateOf(options);
    this.#stores = options.stores;
    this.#reader = reader;
    this.#shared = turns && new SharedReader(reader, turns);
  }

  /**
   * Fetches a chart from a repository (`https://host/path`) or a registry (`oci://host/path`). Refusals are values; only
   * the reason of an aborted `signal` is thrown.
   */
  async fetch(store: Store, chart: ChartReference, signal: AbortSignal): Promise<FetchedChart> {
    const { asker, ...wanted } = chart;
    const turn = asker && this.#shared && new ReadingTurn(this.#shared, asker);
    const shared = { gate: this.#gate, stores: this.#stores, large: this.#large };
    const means = { ...shared, reader: turn ?? this.#reader, signal };
    const fetchIt = store.url.startsWith('oci:') ? fetchFromRegistry : fetchFromRepository;
    const got = await fetchIt(means, store, wanted)
      .then((archive) => identified(means, archive, wanted))
      .finally(() => turn?.leave());
    if (got.type !== 'archive') {
      return { type: 'refused', refusal: got };
    }
    const { bytes: archive, version, signedBy } = got;
    return { type: 'fetched', archive, version, digest: digestOf(archive), ...present({ signedBy }) };
  }
}
