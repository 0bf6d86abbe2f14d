import { isLoopback } from '../../base/loopback.ts';
import { baseOf, type Page } from './page.ts';

/**
 * Key in the address, such as `#key=…`, by which a program on this machine opens the page; it leaves the address. A link
 * to a server elsewhere has none: it would sign people in as whoever has sent it, and take what they then give.
 */
export function takeKey(page: Pick<Page, 'location' | 'history'>): string | undefined {
  const url = new URL(page.location.href);
  if (!url.hash.startsWith('#key=')) {
    return undefined;
  }
  page.history.replaceState(null, '', baseOf(page));
  return isLoopback(url) ? /^#key=([\w.-]+)$/.exec(url.hash)?.[1] : undefined;
}
