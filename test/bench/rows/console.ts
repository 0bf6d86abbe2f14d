import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { openBrowser } from '../../cluster/support/browser.ts';
import { type BenchCluster, inParallel, names } from '../benchcluster.ts';
import { APPLICATION_IDS, makeComponent, makeOwner } from '../owner.ts';
import { RestProcess } from '../restprocess.ts';
import { atMost, type Row, repeated } from '../row.ts';
import type { Stage } from '../stage.ts';

/** Parts of the application that the page draws. */
const COMPONENTS = 500;
const RULES = 1_000;

/** Time (ms) in which a page on a busy machine shows something. */
const PATIENCE_MS = 30_000;

const KIB = 1024;

/** Script in the page that keeps the time of the longest stall: what takes less than 50 ms is none. */
const WATCH_STALLS = `
  globalThis.longestStall = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      globalThis.longestStall = Math.max(globalThis.longestStall, duration);
    }
  }).observe({ type: 'longtask', buffered: true });
`;

/** The console in a real browser: its first view, its size, a large application, and the memory of its server. */
export async function consolePage(stage: Stage): Promise<readonly Row[]> {
  const token = await makeOwner(stage.world);
  const application = await fill(stage.world);
  const rest = await RestProcess.start(stage);
  const folder = await mkdtemp(join(tmpdir(), 'stoa-bench-browser-'));
  const browser = await openBrowser(folder);
  try {
    const asked = await api(rest, token, application);
    const before = await rest.vitals();
    const views = await repeated(() => firstView(browser, rest.url, token));
    const after = await rest.vitals();
    const large = await repeated(() => drawLarge(browser, rest.url, token, application));
    return [
      atMost(
        'first view on a cold cache',
        views.map(({ ms }) => ms),
        { unit: 'ms', most: 1_500 },
      ),
      atMost(
        'scripts before the first chart, as sent',
        large.map(({ bytes }) => bytes / KIB),
        {
          unit: 'KiB',
          most: 350,
        },
      ),
      atMost(
        `longest stall with ${COMPONENTS} components and ${RULES} rules: draw, list, filter`,
        large.map(({ stall }) => stall),
        { unit: 'ms', most: 100 },
      ),
      atMost('memory of the REST API by the page', [after.rssMiB - before.rssMiB], {
        unit: 'MiB',
        most: 5,
        digits: 1,
      }),
      atMost('answer of topology for that application', asked, { unit: 'ms', most: 1_000 }),
    ];
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
    await rest.end();
  }
}

/** Fills an application, and returns its number. */
async function fill({ client, namespace }: BenchCluster): Promise<number> {
  const [application = 0] = APPLICATION_IDS;
  const components = names('part', COMPONENTS);
  await inParallel(components, (name) => makeComponent({ client, namespace }, application, name));
  await inParallel(names('rule', RULES), async (name) => {
    const serviceId = components[Number(name.split('-').pop()) % COMPONENTS] ?? '';
    const http = { serviceId, containerPort: 8080, domainName: `${name}.example.com` };
    const spec = { appId: application, protocol: 'http', http };
    await client.apply(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata: { name, namespace }, spec }, 'bench');
  });
  return application;
}

/** Times (ms) of answers of the operation that the page draws. */
async function api({ url }: RestProcess, token: string, application: number): Promise<readonly number[]> {
  return repeated(async () => {
    const began = performance.now();
    const path = `/openapi/v1/teams/bench/regions/local/apps/${application}/topology`;
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) {
      throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    }
    await answer.arrayBuffer();
    return performance.now() - began;
  });
}

/** A tab without cache, and the bytes of scripts that it has received. */
async function newTab(browser: Browser): Promise<{ readonly page: Page; readonly bytes: () => number }> {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport({ width: 1440, height: 900 });
  let bytes = 0;
  page.on('response', (response) => {
    if (response.url().includes('/console/assets/')) {
      bytes += Number(response.headers()['content-length'] ?? 0);
    }
  });
  return { page, bytes: () => bytes };
}

async function firstView(browser: Browser, url: string, token: string): Promise<{ readonly ms: number }> {
  const { page } = await newTab(browser);
  const began = performance.now();
  await page.goto(`${url}/console/#key=${token}`, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('main h1');
  const ms = performance.now() - began;
  await page.browserContext().close();
  return { ms };
}

/** Draws the large application, lists its rules, and filters them. */
async function drawLarge(
  browser: Browser,
  url: string,
  token: string,
  application: number,
): Promise<{ readonly bytes: number; readonly stall: number }> {
  const { page, bytes } = await newTab(browser);
  await page.evaluateOnNewDocument(WATCH_STALLS);
  await page.goto(`${url}/console/#key=${token}`);
  await page.waitForSelector('main h1');
  await page.evaluate('globalThis.longestStall = 0');
  await page.goto(`${url}/console/#/teams/bench/local/apps/${application}`);
  await page.waitForSelector('.react-flow__node');
  await page.locator('[role=tab]:nth-of-type(2)').click();
  await page.locator('::-p-aria([name="Filter"])').click();
  await page.keyboard.type('rule-99');
  await page.waitForSelector('::-p-text(rule-99)');
  const stall = Number(await page.evaluate('globalThis.longestStall'));
  const sent = bytes();
  await page.browserContext().close();
  return { bytes: sent, stall };
}
