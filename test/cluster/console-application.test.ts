import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { conditionWith } from '../support/condition.ts';
import { eventually } from '../support/eventually.ts';
import { reaches } from '../support/reaches.ts';
import { type ConsoleBrowser, type ConsoleTab, openConsoleBrowser } from './support/console.ts';
import { member } from './support/member.ts';
import { connect, kubectl, Team } from './support/world.ts';

let client: KubeClient;
let browser: ConsoleBrowser;
let team: Team;
let viewer: string;

beforeAll(async () => {
  [client, browser] = await Promise.all([connect(), openConsoleBrowser()]);
  team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('broken')]);
  // A component fails partly while a pod of its version before is ready.
  const rollout = ['rollout', 'status', '-n', team.namespace, 'deployment/broken', '--timeout=60s'];
  expect(await kubectl(rollout)).toMatchObject({ code: 0 });
  await team.behave('broken', { 'stand-in.example.com/exit-code': '1' });
  await Promise.all([
    team.rule('front'),
    team.rule('wrong', { domainName: `wrong.${team.host}`, containerPort: 81 }),
  ]);
  await Promise.all([team.condition('front', 'Ready', 'True'), team.condition('wrong', 'Ready', 'False')]);
  viewer = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
});

afterAll(() => browser.close());

/** Tab of a caller who has signed in and looks at a page of the team. */
async function at(path: string, token = viewer): Promise<ConsoleTab> {
  const tab = await browser.open();
  await tab.signIn(token);
  await tab.go(`/teams/${team.id}/local${path}`);
  return tab;
}

/** Waits until a row of a list on a page has some texts. */
async function shows(tab: ConsoleTab, ...texts: string[]): Promise<void> {
  const isShown = `[...document.querySelectorAll('li')].some((row) =>
    ${JSON.stringify(texts)}.every((text) => row.innerText.split('\\n').includes(text)))`;
  await tab.page.waitForFunction(isShown);
}

/** Marks the document of a tab, so that a load of the page shows. */
async function mark(tab: ConsoleTab): Promise<void> {
  await tab.page.evaluate('window.kept = true');
}

/** Clicks by the mouse at a place in the first node of the drawing, told in parts of its width and height. */
async function clickNode({ page }: ConsoleTab, across: number, down: number): Promise<void> {
  const places: string[] = [];
  // The view moves until the nodes are fitted into it.
  const { x, y, width, height } = await eventually(async () => {
    const node = await page.waitForSelector('.react-flow__node');
    const box = (await node?.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    places.push(JSON.stringify(box));
    expect(places.at(-2)).toBe(places.at(-1));
    return box;
  });
  await page.mouse.click(x + width * across, y + height * down);
}

async function isKept(tab: ConsoleTab): Promise<boolean> {
  return (await tab.page.evaluate('window.kept === true')) === true;
}

it('whoever may only look sees an application as a whole, what is broken in it and why, and is offered nothing', async () => {
  const tab = await at('/apps/1');
  const broken = await reaches(
    client,
    GATEWAY_RULES,
    { namespace: team.namespace, name: 'wrong' },
    (rule: GatewayRule) => conditionWith(rule, 'Ready', { status: 'False' }),
  );
  await tab.shows(broken.message.slice(0, 40));
  await tab.shows('Gateway');
  await tab.page.waitForSelector('.react-flow__node ::-p-text(front)');
  await tab.page.waitForSelector('.react-flow__node ::-p-text(broken)');
  await tab.shows('failing');
  expect(await tab.page.$$('::-p-text(New rule)')).toEqual([]);
  expect(await tab.axe()).toEqual([]);
  const views = {
    Rules: '[aria-label=Rules] li',
    Components: '[aria-label=Components] li',
    Installs: '::-p-text(No installs)',
    Events: '[aria-label=Events] li',
  };
  for (const [name, content] of Object.entries(views)) {
    await tab.page.locator(`[role=tab]::-p-text(${name})`).click();
    await tab.page.waitForSelector(content);
    expect(await tab.axe()).toEqual([]);
  }
  await tab.page.locator('[role=tab]::-p-text(Topology)').click();
  await tab.fill('Filter', 'broken');
  await tab.page.waitForFunction('document.querySelectorAll(".react-flow__node").length === 1');
  await clickNode(tab, 0.8, 0.8);
  await tab.page.waitForSelector('h1 ::-p-text(broken)');
  await tab.page.waitForSelector('nav [aria-current=page]::-p-text(broken)');
  await tab.page.goBack();
  await tab.page.locator('[role=tab]::-p-text(Components)').click();
  await tab.page.locator('[aria-label=Components] a::-p-text(broken)').click();
  await tab.page.waitForSelector('h1 ::-p-text(broken)');
  await tab.page.goBack();
  await tab.page.waitForSelector('[role=tab][aria-selected=true]::-p-text(Components)');
  expect(tab.complaints).toEqual([]);
});

it('a rule that kubectl applies becomes ready on a page that nobody loads again', async () => {
  const tab = await at('/apps/1');
  await tab.page.locator('[role=tab]::-p-text(Rules)').click();
  await tab.page.waitForSelector('[aria-label=Rules] ::-p-text(front)');
  await tab.shows('live');
  await mark(tab);
  const rule = {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'GatewayRule',
    metadata: { name: 'late', namespace: team.namespace },
    spec: {
      appId: 1,
      protocol: 'http',
      http: { serviceId: 'web', containerPort: 8080, domainName: `late.${team.host}`, whetherOpen: true },
    },
  };
  await kubectl(['apply', '-f', '-'], JSON.stringify(rule));
  await shows(tab, 'late', 'ready');
  expect(await isKept(tab)).toBe(true);
});

it('a tab that loses the network says so, and follows again when that is back', async () => {
  const tab = await at('/apps/1');
  await tab.page.locator('[role=tab]::-p-text(Rules)').click();
  await tab.page.waitForSelector('[role=status] ::-p-text(live)');
  await mark(tab);
  await tab.page.setOfflineMode(true);
  await tab.page.waitForSelector('[role=status] ::-p-text(connecting)');
  await tab.page.waitForSelector('[aria-label=Rules] ::-p-text(front)');
  await team.rule('meanwhile', { domainName: `meanwhile.${team.host}` });
  await tab.page.setOfflineMode(false);
  await tab.page.waitForSelector('[role=status] ::-p-text(live)');
  await tab.page.waitForSelector('[aria-label=Rules] ::-p-text(meanwhile)');
  expect(await isKept(tab)).toBe(true);
});

it('a component is told in plain words, with its pods, ports, rules and events', async () => {
  const tab = await at('/apps/1/components/broken');
  await tab.shows('It is partly failing');
  await tab.page.waitForSelector('[aria-label=Pods] code::-p-text(kubectl logs)');
  await tab.page.waitForSelector('[aria-label=Ports] ::-p-text(8080/tcp)');
  await tab.page.waitForSelector('[aria-label=Events] li');
  expect(await tab.axe()).toEqual([]);
  await tab.go(`/teams/${team.id}/local/apps/1/components/web`);
  await tab.page.waitForSelector('h1 ::-p-text(web)');
  await tab.shows('open to the outside');
  await tab.page.waitForSelector('section[aria-label=Usage] figure');
  expect(await tab.axe()).toEqual([]);
  await tab.go(`/teams/${team.id}/local/apps/1/events`);
  await tab.page.waitForSelector('h1 ::-p-text(Events of)');
  await tab.page.waitForSelector('[aria-label=Events] li');
  expect(await tab.axe()).toEqual([]);
  expect(tab.complaints).toEqual([]);
});

it('whoever may write creates an application, and stops and starts a component after a look at what that does', async () => {
  const tab = await at(
    '',
    await member(client, { namespace: team.namespace, name: 'editor' }, { name: 'edit' }),
  );
  await tab.shows('1/2 components running');
  expect(await tab.axe()).toEqual([]);
  await tab.click('New application');
  await tab.fill('Name', 'the second');
  await tab.page.waitForSelector('[role=dialog] input[aria-invalid=true]');
  await tab.page.waitForSelector('[role=dialog] p::-p-text(must have letters, digits)');
  expect(await tab.axe()).toEqual([]);
  await tab.fill('Name', 'second');
  await tab.shows('create Application');
  expect(await tab.axe()).toEqual([]);
  await tab.click('Create');
  await tab.page.waitForSelector('h1 ::-p-text(second)');
  await tab.go(`/teams/${team.id}/local/apps/1/components/web`);
  await tab.click('Stop …');
  await tab.shows('change Deployment');
  expect(await tab.axe()).toEqual([]);
  await tab.click('Stop');
  await eventually(async () => {
    const { spec } = await client.get(DEPLOYMENTS, { namespace: team.namespace, name: 'web' });
    expect(spec).toMatchObject({ replicas: 0 });
  });
  await tab.go(`/teams/${team.id}/local/apps/1`);
  await tab.shows('It is stopped, and the rule');
  await tab.go(`/teams/${team.id}/local/apps/1/components/web`);
  await tab.click('Start …');
  await tab.shows('change Deployment');
  await tab.click('Start');
  await tab.shows('It is running');
});

it('the teams of the token are listed with their applications, and a filter leaves some', async () => {
  const tab = await browser.open();
  await tab.signIn(viewer);
  await tab.page.waitForSelector(`[aria-label=Teams] ::-p-text(${team.id})`);
  await tab.shows('not well');
  expect(await tab.axe()).toEqual([]);
  await tab.fill('Filter', 'no-such-team');
  await tab.shows('No team has this in its name.');
});
