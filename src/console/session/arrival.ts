import { baseOf, type Page } from './page.ts';

/** Credential in the address of the page: the answer of an issuer, or the key of `kubectl stoa console`. */
export type Arrival =
  | { readonly type: 'callback'; readonly url: string }
  | { readonly type: 'key'; readonly key: string };

/** Hash with a key. */
const KEY = /^#key=([\w-]+)$/;

/**
 * Credential with which the page was opened. It leaves the address, and with it the history of the browser, before
 * anything else is loaded.
 */
export function takeArrival(page: Pick<Page, 'location' | 'history'>): Arrival | undefined {
  const arrival = arrivalIn(page.location.href);
  if (arrival !== undefined) {
    page.history.replaceState(null, '', baseOf(page));
  }
  return arrival;
}

/** Credential in an address. Pure. */
export function arrivalIn(url: string): Arrival | undefined {
  const { searchParams, hash } = new URL(url);
  if (searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))) {
    return { type: 'callback', url };
  }
  const key = KEY.exec(hash)?.[1];
  return key === undefined ? undefined : { type: 'key', key };
}
