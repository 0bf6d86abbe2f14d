import { networkInterfaces } from 'node:os';
import type { StoreClientOptions } from './client.ts';
import type { AddressRange, Allowed } from './guard.ts';
import { ownRanges } from './ownranges.ts';

/** Part of the configuration that says which stores Stoa may ask. */
interface MarketSettings {
  readonly stores: readonly Allowed[];
  readonly notPublic: readonly AddressRange[];
}

/** Stores that a process may ask: those of the configuration, but none in the cluster that it does not name. */
export function allowedStores({ stores, notPublic }: MarketSettings): StoreClientOptions {
  return { stores, inner: [...notPublic, ...ownRanges(process.env, networkInterfaces())] };
}
