import type { z } from 'zod';
import type { AppCatalog } from './catalog.ts';
import { type Gate, type GateOptions, gateOf } from './exchange.ts';
import { get } from './get.ts';
import { type RequestTarget, requestOf, type Store } from './request.ts';
import {
  appResponse,
  appsResponse,
  type Fetched,
  hubResponse,
  read,
  type StoreApp,
  type StoreHub,
  type StoreVersion,
  shownAppResponse,
  versionResponse,
  versionsResponse,
} from './response.ts';

/**
 * Client of stores over HTTP. Every call is one request of at most 10 s and 5 MiB. Refusals are values; only the reason
 * of an aborted `signal` is thrown.
 */
export interface StoreClient {
  /** An application model, without the templates of its versions. */
  fetchApp(store: Store, appId: string, signal?: AbortSignal): Promise<Fetched<StoreApp>>;
  /** One version of an application model, with its template. */
  fetchVersion(
    store: Store,
    appId: string,
    version: string,
    signal?: AbortSignal,
  ): Promise<Fetched<StoreVersion>>;
  /** Registry of the images of an application model; undefined where the store names none. */
  fetchHub(store: Store, appId: string, signal?: AbortSignal): Promise<Fetched<StoreHub | undefined>>;
}

/** Client of the stores that the configuration allows. */
export function createStoreClient(options: GateOptions): StoreClient {
  const gate = gateOf(options);
  const absent = 'app-not-found';
  return {
    fetchApp: (store, appId, signal) =>
      fetch(gate, store, { segments: ['apps', appId], absent, schema: appResponse }, signal),
    fetchVersion: (store, appId, version, signal) => {
      const query = { forInstall: 'true', getTemplate: 'true' };
      const segments = ['apps', appId, 'versions', version];
      return fetch(
        gate,
        store,
        { segments, query, absent: 'version-not-found', schema: versionResponse },
        signal,
      );
    },
    fetchHub: (store, appId, signal) =>
      fetch(gate, store, { segments: ['apps', appId, 'apphubinfo'], absent, schema: hubResponse }, signal),
  };
}

/** Client of stores that only looks up what there is: it fetches no templates and no credentials of registries. */
export interface StoreCatalog {
  /** Versions of an application model, as the store lists them. */
  fetchVersions(store: Store, appId: string, signal?: AbortSignal): Promise<Fetched<readonly string[]>>;
}

/** Catalog of the stores that the configuration allows. */
export function createStoreCatalog(options: GateOptions): StoreCatalog {
  const gate = gateOf(options);
  return {
    fetchVersions: (store, appId, signal) =>
      fetch(
        gate,
        store,
        { segments: ['apps', appId], absent: 'app-not-found', schema: versionsResponse },
        signal,
      ),
  };
}

/** Catalog of what the stores of models offer that the configuration allows. */
export function createModelCatalog(options: GateOptions): AppCatalog {
  const gate = gateOf(options);
  const absent = 'app-not-found';
  return {
    list: (store, { query: text, page, pageSize }, signal) => {
      const query = { query: text, page: `${page}`, pageSize: `${pageSize}` };
      return fetch(gate, store, { segments: ['apps'], query, absent, schema: appsResponse }, signal);
    },
    show: (store, id, _version, signal) => {
      const schema = shownAppResponse.transform((app) => ({ id, ...app }));
      return fetch(gate, store, { segments: ['apps', id], absent, schema }, signal);
    },
  };
}

/** Request, and the schema of what the store answers. */
interface Inquiry<T> extends RequestTarget {
  readonly schema: z.ZodType<T>;
}

async function fetch<T>(
  gate: Gate,
  store: Store,
  { schema, ...target }: Inquiry<T>,
  signal: AbortSignal | undefined,
): Promise<Fetched<T>> {
  const request = requestOf(store, target);
  const got = 'type' in request ? request : await get(request, gate, signal);
  return got.type === 'body' ? read(got.bytes, schema) : { type: 'refused', refusal: got };
}
