import type { Store } from './request.ts';
import type { Fetched } from './response.ts';

/** Application model or chart that a store offers. */
export interface OfferedApp {
  /** Name by which an install asks for it. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  readonly description: string;
  /** Versions that the store names; in lists of charts, the newest alone. */
  readonly versions: readonly string[];
  readonly order: 'newest-first' | 'unknown';
}

/** Part of what a store offers. */
export interface OfferedApps {
  readonly apps: readonly OfferedApp[];
  /** Number of all that there are. */
  readonly total: number;
}

/** Part to list: what has the text `query` in its name, by pages from 1. */
export interface CatalogPart {
  readonly query: string;
  readonly page: number;
  readonly pageSize: number;
}

/** Default values of a version of a chart. */
export interface OfferedValues {
  readonly version: string;
  /** Content of its `values.yaml`. */
  readonly text: string;
  /** Whether there is more of it. */
  readonly cut: boolean;
  /** Paths of values that its schema requires and it does not give. */
  readonly required: readonly string[];
}

/** Application model or chart, with its versions. */
export interface ShownApp extends OfferedApp {
  /** Default values, or why there are none; application models have none. */
  readonly values?: Fetched<OfferedValues>;
}

/** Catalog of what a store offers, for people who look for something. */
export interface AppCatalog {
  /** Lists a part of what a store offers. */
  list(store: Store, part: CatalogPart, signal?: AbortSignal): Promise<Fetched<OfferedApps>>;
  /** One of them, with the values of a version, which is the newest where it is empty. */
  show(store: Store, id: string, version: string, signal?: AbortSignal): Promise<Fetched<ShownApp>>;
}
