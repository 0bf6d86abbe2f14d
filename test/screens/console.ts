import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import type { ClusterFile } from '../../deploy/local/cluster/clusterfile.ts';
import { openBrowser } from '../cluster/support/browser.ts';

/** Place of a page, and what it shows when it is complete. */
interface Picture {
  readonly path: string;
  /** Selector of what the page shows last. */
  readonly shown: string;
}

const SIZE = { width: 1280, height: 860 };

const SCHEMES = ['light', 'dark'] as const;

/** Time (ms) without a request after which a page is complete. */
const QUIET_MS = 1_500;

/** Rule and install of the example, by their ids in paths. */
interface Ids {
  readonly rule: string;
  readonly install: string;
}

/** Takes pictures of every page of the console, light and dark, in `folder`. */
export async function takeConsole(cluster: ClusterFile, folder: string): Promise<void> {
  const pictures = picturesOf(cluster, await idsOf(cluster));
  const profile = await mkdtemp(join(tmpdir(), 'stoa-browser-'));
  const browser = await openBrowser(profile);
  try {
    for (const scheme of SCHEMES) {
      const page = await openPage(browser, cluster, scheme);
      for (const [name, { path, shown }] of Object.entries(pictures)) {
        await page.goto(`${cluster.restUrl}/console/#${path}`);
        await page.waitForSelector(shown, { timeout: 60_000 });
        await page.waitForNetworkIdle({ idleTime: QUIET_MS, concurrency: 1 });
        await page.screenshot({ path: `${join(folder, `console-${name}-${scheme}`)}.png` });
      }
      await page.browserContext().close();
    }
  } finally {
    await browser.close();
    await rm(profile, { recursive: true });
  }
}

function picturesOf({ region }: ClusterFile, { rule, install }: Ids): Readonly<Record<string, Picture>> {
  const team = `/teams/shop/${region}`;
  const application = `${team}/apps/1`;
  const page = (path: string, shown = 'main h1'): Picture => ({ path, shown });
  return {
    teams: page('/'),
    team: page(team),
    application: page(application, '.react-flow__node'),
    events: page(`${application}/events`),
    component: page(`${application}/components/storefront`, '.recharts-surface'),
    rule: page(`${application}/rules/${rule}`),
    'new-rule': page(`${application}/rules/new`),
    install: page(`${application}/installs/${install}`),
    'new-install': page(`${application}/installs/new`),
    certificates: page(`${team}/certificates`),
  };
}

/** A page whose caller has signed in. */
async function openPage(
  browser: Browser,
  { restUrl, token }: ClusterFile,
  scheme: (typeof SCHEMES)[number],
): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport(SIZE);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.goto(`${restUrl}/console/#key=${token}`);
  await page.waitForSelector('main h1');
  return page;
}

async function idsOf({ restUrl, token, region }: ClusterFile): Promise<Ids> {
  const read = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${restUrl}/openapi/v1/teams/shop/regions/${region}/apps/1/${path}`, {
      headers,
    });
    return (await answer.json()) as T;
  };
  const rules = await read<readonly { http_rule_id: string }[]>('httpdomains');
  const installs = await read<readonly { install_id: string }[]>('installs');
  return { rule: rules[0]?.http_rule_id ?? '', install: installs[0]?.install_id ?? '' };
}
