import type { z } from 'zod';
import { type Gate, get, type Resolve, resolveHere } from './get.ts';
import { type Allowed, createGuard } from './guard.ts';
import { type RequestTarget, requestOf, type Store } from './request.ts';
import {
  appResponse,
  type Fetched,
  hubResponse,
  read,
  type StoreApp,
  type StoreHub,
  type StoreVersion,
  versionResponse,
} from './response.ts';

/**
 * Asks stores over HTTP. Every call is one request, of at most 10 s and 5 MiB; what a store may refuse is a
 * value, and only the reason of an aborted `signal` is thrown.
 */
export interface StoreClient {
  /** The application model, without its versions' templates. */
  fetchApp(store: Store, appId: string, signal?: AbortSignal): Promise<Fetched<StoreApp>>;
  /** One version of the application model, with its template. */
  fetchVersion(
    store: Store,
    appId: string,
    version: string,
    signal?: AbortSignal,
  ): Promise<Fetched<StoreVersion>>;
  /** The registry that has the images of the application model; undefined where the store names none. */
  fetchHub(store: Store, appId: string, signal?: AbortSignal): Promise<Fetched<StoreHub | undefined>>;
}

/** What a client is made of. */
export interface StoreClientOptions {
  /** Where stores may be; there are no others. */
  readonly stores: readonly Allowed[];
  readonly resolve?: Resolve;
}

/** A client of the stores that the configuration allows. */
export function createStoreClient({ stores, resolve = resolveHere }: StoreClientOptions): StoreClient {
  const gate = { guard: createGuard(stores), resolve };
  const absent = 'app-not-found';
  return {
    fetchApp: (store, appId, signal) =>
      fetch(gate, store, { segments: ['apps', appId], absent }, appResponse, signal),
    fetchVersion: (store, appId, version, signal) => {
      const query = { forInstall: 'true', getTemplate: 'true' };
      const segments = ['apps', appId, 'versions', version];
      return fetch(gate, store, { segments, query, absent: 'version-not-found' }, versionResponse, signal);
    },
    fetchHub: (store, appId, signal) =>
      fetch(gate, store, { segments: ['apps', appId, 'apphubinfo'], absent }, hubResponse, signal),
  };
}

async function fetch<T>(
  gate: Gate,
  store: Store,
  subject: RequestTarget,
  answer: z.ZodType<T>,
  signal: AbortSignal | undefined,
): Promise<Fetched<T>> {
  const request = requestOf(store, subject);
  const got = 'type' in request ? request : await get(request, gate, signal);
  return got.type === 'body' ? read(got.bytes, answer) : { type: 'refused', refusal: got };
}
