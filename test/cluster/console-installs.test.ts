import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { type ConsoleBrowser, type ConsoleTab, openConsoleBrowser } from './support/console.ts';
import { Market, type Place } from './support/market.ts';
import { needs, serving } from './support/models.ts';
import { Install } from './support/shop.ts';

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Release.Name }}-web }
spec:
  replicas: {{ .Values.replicas }}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "registry.example.com/web:{{ .Chart.Version }}" }]
`;

let market: Market;
let charts: ChartRepository;
let browser: ConsoleBrowser;

beforeAll(async () => {
  [market, charts, browser] = await Promise.all([
    Market.open(),
    ChartRepository.open(),
    openConsoleBrowser(),
  ]);
  for (const version of [1, 2]) {
    const db = app('db', { share_image: `db:${version}` });
    const web = app('web', { ...needs('db'), ...serving('web'), share_image: `web:${version}` });
    await market.shop.offer('sofa', `${version}.0`, templateOf([db, web]));
  }
  charts.offer('bench', '1.0.0', {
    'values.yaml': '# Number of pods\nreplicas: 1\n',
    'templates/web.yaml': WEB,
  });
});

afterAll(async () => {
  charts.close();
  await Promise.all([market.close(), browser.close()]);
});

/** A tab of a caller on a page below an application. */
async function open(place: Place, path: string): Promise<ConsoleTab> {
  const tab = await browser.open();
  await tab.signIn(place.token);
  await tab.go(`/teams/${place.team.id}/local/apps/1/${path}`);
  return tab;
}

/** Expects that axe finds nothing, on light and dark. */
async function isAccessible(tab: ConsoleTab): Promise<void> {
  for (const value of ['dark', 'light']) {
    await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    // Colours change over a moment.
    await tab.page.waitForFunction(
      'document.getAnimations().every(({ playState }) => playState !== "running")',
    );
    expect(await tab.axe()).toEqual([]);
  }
}

/** Expects that nothing is wider than a phone. */
async function fitsPhone(tab: ConsoleTab): Promise<void> {
  await tab.page.setViewport({ width: 360, height: 740 });
  expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await tab.page.setViewport({ width: 1280, height: 800 });
}

/** Opens a store by its address; `kind` is its kind, where it is another than the first. */
async function openStore(tab: ConsoleTab, address: string, kind?: string): Promise<void> {
  await tab.shows('Open the store');
  if (kind === undefined) {
    await tab.fill('Publisher in the store (tenant)', 'here');
  } else {
    await tab.page.select('select', kind);
  }
  await tab.fill('Address', address);
  await tab.click('Open the store');
}

/** Chooses what the store shows with a name. */
async function choose(tab: ConsoleTab, name: string): Promise<void> {
  await tab.page.locator(`ul[aria-label="What the store offers"] [role=button] ::-p-text(${name})`).click();
}

/** Names a version, and closes the list of versions, which lies over what is below it. */
async function fillVersion(tab: ConsoleTab, version: string): Promise<void> {
  await tab.fill('Version', version);
  await tab.page.keyboard.press('Tab');
}

/** Writes values in place of what is there. */
async function write(tab: ConsoleTab, values: string): Promise<void> {
  await tab.page.locator('::-p-aria([name="Values"])').click();
  await tab.page.keyboard.down('Control');
  await tab.page.keyboard.press('a');
  await tab.page.keyboard.up('Control');
  await tab.page.keyboard.sendCharacter(values);
}

/** Versions that the only install of a place asks for, and has in place. */
async function versions(place: Place): Promise<readonly (string | undefined)[]> {
  const [install] = await place.installs();
  return [install?.spec.appModelVersion, install?.status?.serving?.version];
}

/** Buttons of a page by their names. */
async function buttons(tab: ConsoleTab): Promise<readonly string[]> {
  return tab.page.$$eval('button', (found) => found.map(({ textContent }) => textContent ?? ''));
}

it('an editor installs a model of a store, upgrades it with the plan seen first, and goes back', async () => {
  const place = await market.place();
  const tab = await open(place, 'installs/new');
  await openStore(tab, market.shop.store.url);
  await tab.shows('pair');
  await tab.fill('Search', 'sofa');
  await tab.page.waitForFunction('!document.querySelector("main").textContent.includes("pair")');
  await choose(tab, 'sofa');
  await fillVersion(tab, '1.0');
  await tab.click('Override a component');
  await tab.fill('Component', 'web');
  await tab.fill('Memory limit', '64Mi');
  await tab.click('Show the plan');
  await tab.shows('to create');
  await tab.shows('What this version can do');
  expect(await place.installs()).toEqual([]);
  await isAccessible(tab);
  await fitsPhone(tab);
  await tab.click('Install sofa 1.0');
  await tab.shows('Wave 2 of 2');
  await tab.shows('2 of 2 components are ready');
  await eventually(async () => expect(await versions(place)).toEqual(['1.0', '1.0']));
  await tab.shows('is in place');
  await tab.shows('memory: 64Mi');
  await isAccessible(tab);
  await fitsPhone(tab);

  await tab.shows('Newer versions');
  await tab.click('Show the upgrade');
  await tab.shows('to change');
  await tab.page.locator('[role=dialog] summary ::-p-text(Deployment)').click();
  await tab.shows(':2');
  await isAccessible(tab);
  expect(await versions(place)).toEqual(['1.0', '1.0']);
  await tab.click('Upgrade to 2.0');
  await eventually(async () => expect(await versions(place)).toEqual(['2.0', '2.0']));

  await tab.click('Go back to 1.0');
  await tab.shows('to change');
  await tab.click('curl');
  await tab.shows('/rollback');
  await tab.click('Go back to 1.0');
  await eventually(async () => expect(await versions(place)).toEqual(['1.0', '1.0']));
  expect(tab.complaints).toEqual([]);
});

it('an editor installs a chart with values, and what is wrong in them is told at its line', async () => {
  const place = await market.place();
  const tab = await open(place, 'installs/new');
  await openStore(tab, charts.url, 'helm');
  await choose(tab, 'bench');
  await tab.shows('# Number of pods');
  await write(tab, 'replicas: 2\nimage: [1\nowner: ada\n');
  await tab.shows('Line 3');
  await tab.shows('values that can be read');
  await isAccessible(tab);
  expect(await tab.page.$eval('textarea', ({ value }) => value)).toBe('replicas: 2\nimage: [1\nowner: ada\n');
  await write(tab, 'replicas: 2\n');
  await tab.click('Show the plan');
  await tab.shows('to create');
  await tab.click('YAML');
  await tab.shows('appModelId: bench');
  await tab.click('Install bench 1.0.0');
  await tab.shows('1 of 1 components are ready');
  await tab.shows('replicas: 2');
  const [deployment] = await market.client.list(DEPLOYMENTS, { namespace: place.team.namespace });
  expect(deployment?.spec.replicas).toBe(2);
});

it('a store that does not answer says so, and nothing that is typed is lost', async () => {
  const place = await market.place();
  const tab = await open(place, 'installs/new');
  await openStore(tab, 'http://127.0.0.1:9');
  await tab.shows('nothing listens at the address of the store');
  await tab.shows('Try again');
  await isAccessible(tab);
  await tab.fill('Address', market.shop.store.url);
  await tab.click('Open the store');
  await tab.shows('pair');
  await choose(tab, 'pair');
  await fillVersion(tab, '9.9');
  await tab.click('Show the plan');
  await tab.shows('the store has no such version of the application model');
  expect(await tab.page.$$eval('input', (inputs) => inputs.map(({ value }) => value))).toEqual(
    expect.arrayContaining([market.shop.store.url, 'here', 'pair', '9.9']),
  );
});

it('a viewer sees an install, and is offered nothing', async () => {
  const place = await market.place('view');
  const install = new Install(market.client, place.team, market.shop, 'sofa');
  for (const version of ['1.0', '2.0']) {
    await install.apply(version);
    await install.condition('Ready', 'True');
  }
  const tab = await open(place, 'installs/sofa');
  await tab.shows('is in place');
  await tab.shows('2 of 2 components are ready');
  expect((await buttons(tab)).filter((name) => /upgrade|back/i.test(name))).toEqual([]);
  await isAccessible(tab);
  await tab.go(`/teams/${place.team.id}/local/apps/1/installs/new`);
  await tab.shows('may not install here');
  await isAccessible(tab);
  await tab.go(`/teams/${place.team.id}/local/apps/1/installs/none`);
  await tab.shows('Not for you, or not there');
});
