import { baseOf, type Page } from './page.ts';

/**
 * Address with which an issuer came back to the page; undefined where none did. The answer leaves the address, and with
 * it the history of the browser, before anything else is loaded.
 */
export function takeCallback(page: Pick<Page, 'location' | 'history'>): string | undefined {
  const { href } = page.location;
  const { searchParams } = new URL(href);
  if (!searchParams.has('state') || !(searchParams.has('code') || searchParams.has('error'))) {
    return undefined;
  }
  page.history.replaceState(null, '', baseOf(page));
  return href;
}
