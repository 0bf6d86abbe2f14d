import { expect, inject } from 'vitest';
import type { ConsoleTab } from '../../cluster/support/console.ts';
import { eventually } from '../../support/eventually.ts';

/** Text that takes over a page which shows it as anything but text, with a mark that turns the direction of writing. */
export const MARKUP = `"'><img src=x onerror="taken=1"><script>taken=1</script>\u202egnp.exe`;

/** Violations of the page's policy so far, and whether a script of others has run. */
export interface Traces {
  readonly violations: readonly string[];
  readonly taken: boolean;
}

/** Notes, in a tab and after each reload of it, what violates the policy of the page. */
export async function watchPolicy(tab: ConsoleTab): Promise<void> {
  const { page } = tab;
  // Of a request that a reload breaks off, Puppeteer may never see the end: the network would not be idle again.
  await settled(tab);
  await page.evaluateOnNewDocument(`
    globalThis.violations = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective: name }) => violations.push(name));
  `);
  await page.reload();
}

/** Traces in a tab that is watched. */
export async function tracesIn({ page }: ConsoleTab): Promise<Traces> {
  return (await page.evaluate(
    '({ violations: globalThis.violations, taken: "taken" in globalThis })',
  )) as Traces;
}

/** Waits until a page has its heading and asks for nothing but the stream of changes. */
export async function settled({ page }: ConsoleTab): Promise<void> {
  await page.waitForSelector('main h1');
  await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
}

/** URLs without http and https to which links of a page lead. */
export async function strangeLinks({ page }: ConsoleTab): Promise<readonly string[]> {
  const links = (await page.evaluate(
    '[...document.querySelectorAll("[href],[src],[action]")].map((each) => String(each.href || each.src || each.action))',
  )) as readonly string[];
  return links.filter((url) => !/^(https?:|data:,$)/.test(url));
}

/** Everything that a tab stores, beside its own storage where that is left out. */
export async function storedIn({ page }: ConsoleTab, isOwnIncluded: boolean): Promise<string> {
  return (await page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, document.cookie, await indexedDB.databases(), await caches.keys(),
    history.state, location.href, ${isOwnIncluded ? '{ ...sessionStorage }' : '0'},
  ]))()`)) as string;
}

/** Token that a tab has kept for itself. */
export async function keptToken({ page }: ConsoleTab): Promise<string> {
  return (await page.evaluate('sessionStorage.getItem("stoa.session") ?? ""')) as string;
}

/** Answer in the place of the API's. */
export interface StandIn {
  readonly status: number;
  readonly body?: string;
}

/**
 * Answers requests of a tab in the API's place, as `answer` says by their path; undefined leaves them to the API.
 * Returns the paths of all requests of the API.
 */
export async function interceptApi(
  { page }: ConsoleTab,
  answer: (path: string) => StandIn | undefined | 'late',
): Promise<string[]> {
  const paths: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/openapi/')) {
      return await request.continue();
    }
    paths.push(pathname);
    const made = answer(pathname);
    if (made === 'late') {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    }
    // The page may have given it up.
    await (made === undefined || made === 'late'
      ? request.continue()
      : request.respond({ status: made.status, contentType: 'application/json', body: made.body ?? '{}' })
    ).catch(() => undefined);
  });
  return paths;
}

/** Milliseconds of a late answer: more than pass between two changes that a page notices. */
const LATE_MS = 1_500;

/** Waits until a tab says that it is live, or something else. */
export async function isLive({ page }: ConsoleTab, text: 'live' | 'not live'): Promise<void> {
  await eventually(async () =>
    expect(await page.$eval('header [role=status]', ({ textContent }) => textContent?.trim())).toBe(text),
  );
}

/** Path of a page of a team, or of application 1 of it. */
export function pagesOf(team: string): { readonly team: string; readonly app: string } {
  const { region } = inject('cluster');
  return { team: `/teams/${team}/${region}`, app: `/teams/${team}/${region}/apps/1` };
}
