import type { components } from '../../client/paths.d.ts';

/** An install, as the API tells it. */
export type InstallRecord = components['schemas']['InstallRecord'];

/** A page of what a store offers. */
export type StorePage = components['schemas']['StoreAppPage'];

/** An application model or chart of a store, with its versions. */
export type StoreApp = components['schemas']['StoreApp'];

/** A store, and how the caller gets into it. */
export interface Store {
  readonly url: string;
  readonly type: 'rainstore' | 'helm' | 'oci';
  /** Tenant; empty for repositories and registries. */
  readonly domain: string;
  /** Secret of the team with the access key; empty where none is needed. */
  readonly secret: string;
}
