import type { KubeObject } from '../../src/kube/object.ts';
import { keyOf } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { PORT_ROUTES } from '../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../src/objects/httproute.ts';
import {
  APPLICATIONS,
  GATEWAY_RULES,
  type GatewayRule,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../src/objects/stoa.ts';

/** Objects of one kind by name. */
export type ObjectsByName<T extends KubeObject> = ReadonlyMap<string, T>;

const ROUTES = [HTTP_ROUTES, ...PORT_ROUTES.TCP].map(({ kind }) => kind);

/** Current and past objects of one namespace, from watches independent of the operator. */
export class View {
  /** Versions of every object by kind, in the order of their publication; one history for each uninterrupted period. */
  readonly #histories = new Map<string, KubeObject[][]>();
  readonly #shelves = new Map<string, Map<string, KubeObject>>();
  /** Every current and past route, by name. */
  readonly everyRoute = new Map<string, HttpRoute>();
  /** Routes, one entry for each deletion. */
  readonly deletedRoutes: KubeObject[] = [];
  /** Versions of the deletion of objects, by uid. */
  readonly deletionVersions = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  /** The objects of a kind. */
  of<T extends KubeObject>({ kind }: Resource<T>): ObjectsByName<T> {
    return this.#shelf(kind) as Map<string, KubeObject> as Map<string, T>;
  }

  get rules(): ObjectsByName<GatewayRule> {
    return this.of(GATEWAY_RULES);
  }

  get routes(): ObjectsByName<HttpRoute> {
    return this.of(HTTP_ROUTES);
  }

  get installs(): ObjectsByName<MarketInstall> {
    return this.of(MARKET_INSTALLS);
  }

  get applications() {
    return this.of(APPLICATIONS);
  }

  /** Versions of all objects of a kind in the order of their publication; one history for each uninterrupted period. */
  histories<T extends KubeObject>({ kind }: Resource<T>): readonly (readonly T[])[] {
    return (this.#histories.get(kind) ?? []) as T[][];
  }

  /** Adds a watch event. */
  take(type: string, object: KubeObject): void {
    const { name, uid, resourceVersion } = object.metadata;
    const shelf = this.#shelf(object.kind);
    const before = shelf.get(name);
    if (object.kind === HTTP_ROUTES.kind) {
      this.everyRoute.set(name, object as HttpRoute);
    }
    if (type === 'DELETED') {
      shelf.delete(name);
      this.deletionVersions.set(uid, resourceVersion);
      this.deletedRoutes.push(...(ROUTES.includes(object.kind ?? '') ? [object] : []));
    } else if (before?.metadata.resourceVersion !== resourceVersion) {
      shelf.set(name, object);
      this.#history(object.kind).push(object);
    }
    this.#tell();
  }

  /** Removes all objects of one kind that are not in `listed` (keys); some versions may be unobserved. */
  keep(kind: string, listed: ReadonlySet<string>): void {
    this.#histories.set(kind, [...(this.#histories.get(kind) ?? []), []]);
    for (const object of [...this.#shelf(kind).values()].filter((each) => !listed.has(keyOf(each)))) {
      this.take('DELETED', object);
    }
  }

  /** Waits until `holds` is true or `limitMs` have passed; returns whether it is true. */
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
