import { setImmediate as nextTurn } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { createChartMeans } from '../../../src/chart/means.ts';
import { parseConfig } from '../../../src/config.ts';
import { Cache } from '../../../src/controller/cache.ts';
import type { Source } from '../../../src/controller/manager.ts';
import { createControllerMetrics } from '../../../src/controller/metrics.ts';
import { supportedKindsOf } from '../../../src/gateway/supportedkinds.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import { Discovery } from '../../../src/kube/discovery.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import { INSTALLABLE } from '../../../src/objects/installable.ts';
import type { ClusterCapabilities } from '../../../src/operator/capabilities.ts';
import { createControllers } from '../../../src/operator/controllers.ts';
import { allowedStores } from '../../../src/store/allowed.ts';
import { createStoreClient } from '../../../src/store/client.ts';
import { gateOf } from '../../../src/store/exchange.ts';
import { type Line, recorder } from '../../support/log.ts';
import type { Attempt } from './objects.ts';

/** Namespace and rights of an operator that calls no API server. */
const CONFIG = parseConfig('gateway: { namespace: default, name: bench }', 'fuzz');

const CAPABILITIES: ClusterCapabilities = {
  discovery: new Discovery(new Set()),
  needs: { ...CONFIG, gatewayKinds: supportedKindsOf({ serves: () => true }), installKinds: INSTALLABLE },
  namespaces: undefined,
  leftOut: [],
};

/** Watch of one path, which sends what it is given. */
class Stream implements AsyncIterableIterator<Uint8Array> {
  readonly path: string;
  readonly #lines: Uint8Array[] = [];
  #asked = Promise.withResolvers<void>();
  #given = Promise.withResolvers<void>();

  constructor(path: string) {
    this.path = path;
  }

  /** Sends lines; resolves when their reader asks for more. */
  async send(...lines: readonly Uint8Array[]): Promise<void> {
    this.#asked = Promise.withResolvers();
    this.#lines.push(...lines);
    this.#given.resolve();
    await this.#asked.promise;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    while (this.#lines.length === 0) {
      this.#given = Promise.withResolvers();
      this.#asked.resolve();
      await this.#given.promise;
    }
    return { done: false, value: this.#lines.shift() ?? new Uint8Array() };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** All caches of the operator with the handlers of its controllers, and watches in place of an API server. */
export class OperatorCaches {
  readonly #streams: Stream[] = [];
  readonly #lines: Line[] = [];
  #version = 1;

  /** Starts all caches on empty lists. */
  static async start(): Promise<OperatorCaches> {
    const all = new OperatorCaches();
    const sources = all.#sources();
    for (const source of sources) {
      void source.run(new AbortController().signal);
    }
    await Promise.all(sources.map(({ synced }) => synced));
    const caches = sources.filter((source) => source instanceof Cache);
    while (all.#streams.length < caches.length) {
      await nextTurn();
    }
    return all;
  }

  #sources(): readonly Source[] {
    const transport = {
      call: async () => ({ metadata: { resourceVersion: '1' }, items: [] }),
      open: async ({ path }: KubeRequest) => {
        const stream = new Stream(path);
        this.#streams.push(stream);
        return stream;
      },
      close: async () => undefined,
    };
    const allowed = allowedStores(CONFIG.market);
    const { sources } = createControllers(
      {
        client: new KubeClient(transport),
        config: CONFIG,
        log: recorder(this.#lines),
        metrics: createControllerMetrics(new Registry()),
        recorder: { record: () => undefined, flush: async () => undefined },
        stores: createStoreClient(allowed),
        registries: { gate: gateOf(allowed), stores: allowed.stores },
        charts: createChartMeans(allowed),
        onServed: () => undefined,
      },
      CAPABILITIES,
    );
    return sources;
  }

  /** Sends two versions of an object, and its deletion, to all watches of its kind; returns what has failed. */
  async take({ resource, body }: Attempt): Promise<readonly string[]> {
    const watches = this.#streams.filter(({ path }) => path.endsWith(`/${resource.plural}`));
    const events = ['ADDED', 'MODIFIED', 'DELETED'].map((type) => this.#event(type, body));
    await Promise.all(watches.map((stream) => stream.send(...events)));
    const failed = this.#lines
      .splice(0)
      .filter(({ level, message }) => level === 'error' || message.includes('failed'));
    return [
      ...failed.map(({ message, fields }) => `${message}: ${(fields as { err?: Error }).err?.stack}`),
      ...(watches.length === 0 ? [`nothing watches ${resource.plural}`] : []),
    ];
  }

  /** Line of a watch; the object has levels that `JSON.stringify` does not write. */
  #event(type: string, body: string): Uint8Array {
    this.#version += 1;
    const given = `"uid":"uid-1","resourceVersion":"${this.#version}","creationTimestamp":"2026-01-01T00:00:00Z"`;
    const object = body.replace('"metadata":{', `"metadata":{${given},`);
    return Buffer.from(`{"type":"${type}","object":${object}}\n`);
  }
}
