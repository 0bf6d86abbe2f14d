import type { KubeObject } from '../../src/kube/object.ts';
import { keyOf } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { HTTP_ROUTES, type HttpRoute, PORT_ROUTES } from '../../src/objects/gatewayapi.ts';
import {
  APPLICATIONS,
  GATEWAY_RULES,
  type GatewayRule,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../src/objects/stoa.ts';

/** Object names to objects of one kind. */
export type Shelf<T extends KubeObject> = ReadonlyMap<string, T>;

const ROUTES = [HTTP_ROUTES, ...PORT_ROUTES.TCP].map(({ kind }) => kind);

/** What is and was in one namespace, as the API server tells somebody else than the operator. */
export class View {
  /** Versions of every object in the order of their publication, a history for each time without a gap, by kind. */
  readonly #histories = new Map<string, KubeObject[][]>();
  readonly #shelves = new Map<string, Map<string, KubeObject>>();
  /** Every route that ever was, by name. */
  readonly known = new Map<string, HttpRoute>();
  /** Routes, once for each time that one went. */
  readonly lost: KubeObject[] = [];
  /** Versions in which objects went, by uid. */
  readonly gone = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  /** What there is of a kind. */
  of<T extends KubeObject>({ kind }: Resource<T>): Shelf<T> {
    return this.#shelf(kind) as Map<string, KubeObject> as Map<string, T>;
  }

  get rules(): Shelf<GatewayRule> {
    return this.of(GATEWAY_RULES);
  }

  get routes(): Shelf<HttpRoute> {
    return this.of(HTTP_ROUTES);
  }

  get installs(): Shelf<MarketInstall> {
    return this.of(MARKET_INSTALLS);
  }

  get applications() {
    return this.of(APPLICATIONS);
  }

  /** Versions of all objects of a kind in the order of their publication, a history for each time without a gap. */
  histories<T extends KubeObject>({ kind }: Resource<T>): readonly (readonly T[])[] {
    return (this.#histories.get(kind) ?? []) as T[][];
  }

  /** Takes in an event of a watch. */
  take(type: string, object: KubeObject): void {
    const { name, uid, resourceVersion } = object.metadata;
    const shelf = this.#shelf(object.kind);
    const before = shelf.get(name);
    if (object.kind === HTTP_ROUTES.kind) {
      this.known.set(name, object as HttpRoute);
    }
    if (type === 'DELETED') {
      shelf.delete(name);
      this.gone.set(uid, resourceVersion);
      this.lost.push(...(ROUTES.includes(object.kind ?? '') ? [object] : []));
    } else if (before?.metadata.resourceVersion !== resourceVersion) {
      shelf.set(name, object);
      this.#history(object.kind).push(object);
    }
    this.#tell();
  }

  /** Takes in that of one kind only `listed` (keys) are left; versions may have come and gone unseen. */
  keep(kind: string, listed: ReadonlySet<string>): void {
    this.#histories.set(kind, [...(this.#histories.get(kind) ?? []), []]);
    for (const object of [...this.#shelf(kind).values()].filter((each) => !listed.has(keyOf(each)))) {
      this.take('DELETED', object);
    }
  }

  /** Resolves when `holds` does, at the latest after `limitMs`; answers whether it does. */
  async until(holds: () => boolean, limitMs: number): Promise<boolean> {
    if (holds()) {
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const check = () => holds() && resolve(true);
    const timer = setTimeout(() => resolve(false), limitMs);
    this.#listeners.add(check);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(check);
    }
  }

  #shelf(kind: string): Map<string, KubeObject> {
    const shelf = this.#shelves.get(kind) ?? new Map<string, KubeObject>();
    this.#shelves.set(kind, shelf);
    return shelf;
  }

  #history(kind: string): KubeObject[] {
    const histories = this.#histories.get(kind) ?? [[]];
    this.#histories.set(kind, histories);
    return histories.at(-1) as KubeObject[];
  }

  #tell(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}
