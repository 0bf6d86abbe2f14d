import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SERVICE_ACCOUNTS } from '../../src/objects/core.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { idOf } from '../../src/rest/http/id.ts';
import { eventually } from '../support/eventually.ts';
import { type ConsoleBrowser, type ConsoleTab, openConsoleBrowser } from './support/console.ts';
import { member } from './support/member.ts';
import { rest, throughGateway } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

let client: KubeClient;
let browser: ConsoleBrowser;

beforeAll(async () => {
  [client, browser] = await Promise.all([connect(), openConsoleBrowser()]);
});

afterAll(() => browser.close());

const DAY_MS = 24 * 3600 * 1000;

/** A team with a component, and a tab in which a member with a role has signed in. */
async function open(role: string) {
  const team = await Team.create(client);
  await team.component('web');
  const token = await member(client, { namespace: team.namespace, name: 'user' }, { name: role });
  const app = `/teams/${team.id}/local/apps/1`;
  const list = () => rest(`/teams/${team.id}/regions/local/apps/1/domains`, { method: 'GET', token });
  await eventually(async () => expect((await list()).status).toBe(200));
  const tab = await browser.open();
  await tab.signIn(token);
  return { team, tab, app };
}

/** Rules of a team as they are stored. */
async function stored(team: Team) {
  const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
  return rules.map(({ spec }) => spec.http);
}

/** Waits until a button can be pressed, and presses it. */
async function press(tab: ConsoleTab, name: string): Promise<void> {
  await tab.page.waitForSelector(`::-p-aria([name="${name}"][role="button"]):not([disabled])`);
  await tab.click(name);
}

it('an editor creates a rule by the form, sees a conflict while typing, and traffic flows', async () => {
  const { team, tab, app } = await open('edit');
  const other = await Team.create(client);
  await other.component('web');
  await other.rule('theirs');
  await other.condition('theirs', 'Accepted', 'True');
  await tab.go(`${app}/rules/new`);
  await tab.page.waitForSelector('#rule-host');
  await tab.page.select('#rule-component', 'web');
  await tab.page.waitForSelector('#rule-port option[value="8080"]');
  await tab.page.select('#rule-port', '8080');
  await tab.fill('Host', other.host);
  await tab.page.waitForSelector('#rule-host[aria-invalid=true]');
  await tab.shows('another team');
  await tab.page.waitForSelector('button[type=submit][disabled]');
  await tab.shows('Correct what is marked.');
  expect(await tab.axe()).toEqual([]);
  await tab.fill('Host', team.host);
  await tab.page.waitForSelector('#rule-host[aria-invalid=false]');
  await tab.click('YAML');
  await tab.shows('kind: GatewayRule');
  await tab.click('curl');
  await tab.shows('curl -X POST');
  await tab.page.locator('pre + div button').click();
  await tab.page.waitForSelector('::-p-text(Copied), ::-p-text(Selected: copy it)');
  await press(tab, 'Create');
  await eventually(async () =>
    expect(await throughGateway(team.host)).toMatchObject({ status: 200, body: { component: 'web' } }),
  );
  expect(tab.complaints).toEqual([]);
});

it('an edit beside an edit of somebody else shows both, and loses nothing', async () => {
  const { team, tab, app } = await open('edit');
  const rule = await team.rule('web');
  await tab.go(`${app}/rules/${idOf(rule.metadata.uid)}/edit`);
  await tab.page.waitForSelector('#rule-path');
  await tab.fill('Path', '/mine');
  await team.rule('web', { theWeight: 7, domainHeader: { 'x-theirs': 'yes' } });
  await tab.shows('Somebody else has changed this rule meanwhile');
  await tab.shows('x-theirs=yes');
  expect(await tab.page.$eval('#rule-path', (field) => field.getAttribute('value'))).toBe('/mine');
  expect(await tab.axe()).toEqual([]);
  await tab.click('Take in their changes, keep mine');
  await press(tab, 'Save');
  await eventually(async () =>
    expect(await stored(team)).toEqual([
      expect.objectContaining({
        domainPath: '/mine',
        theWeight: 7,
        domainHeader: { 'x-theirs': 'yes' },
      }),
    ]),
  );
  expect(tab.complaints).toEqual([]);
});

it('a rule that somebody deletes during an edit can be created anew of what was typed', async () => {
  const { team, tab, app } = await open('edit');
  const rule = await team.rule('web');
  await tab.go(`${app}/rules/${idOf(rule.metadata.uid)}/edit`);
  await tab.page.waitForSelector('#rule-path');
  await tab.fill('Path', '/kept');
  await kubectl(['delete', 'gatewayrule', 'web', `--namespace=${team.namespace}`]);
  await tab.shows('Somebody has deleted this rule meanwhile');
  await tab.click('Create it anew');
  await press(tab, 'Create');
  await eventually(async () =>
    expect(await stored(team)).toEqual([expect.objectContaining({ domainPath: '/kept' })]),
  );
});

it('a token that ends during an edit loses nothing that was typed', async () => {
  const { team, tab, app } = await open('edit');
  await tab.go(`${app}/rules/new?component=web&port=8080`);
  await tab.page.waitForSelector('#rule-host');
  await tab.fill('Host', team.host);
  await tab.fill('Path', '/typed');
  const account = await client.get(SERVICE_ACCOUNTS, { namespace: team.namespace, name: 'user' });
  await client.delete(SERVICE_ACCOUNTS, account.metadata);
  await tab.shows('Your token has ended.');
  expect(await tab.axe()).toEqual([]);
  // The same caller: another one would see nothing of what this one saw.
  const token = await member(client, { namespace: team.namespace, name: 'user' }, { name: 'edit' });
  await eventually(async () =>
    expect((await rest('/currentuser', { method: 'GET', token })).status).toBe(200),
  );
  await tab.fill('Token', token);
  await tab.click('Sign in');
  await tab.page.waitForSelector('::-p-text(Your token has ended.)', { hidden: true });
  expect(await tab.page.$eval('#rule-path', (field) => field.getAttribute('value'))).toBe('/typed');
  await press(tab, 'Create');
  await eventually(async () =>
    expect(await stored(team)).toEqual([
      expect.objectContaining({ domainName: team.host, domainPath: '/typed', serviceId: 'web' }),
    ]),
  );
});

it('the page of a rule says what it does and how it fares, and its shares move by a slider', async () => {
  const { team, tab, app } = await open('edit');
  await team.component('next');
  const rule = await team.rule('web');
  await team.rule('canary', { serviceId: 'next', theWeight: 25 });
  await Promise.all(['web', 'canary'].map((name) => team.condition(name, 'Ready', 'True')));
  await tab.go(`${app}/rules/${idOf(rule.metadata.uid)}`);
  await tab.shows(`Takes requests for ${team.host} and all paths`);
  await tab.shows('A request through the gateway proved it');
  await tab.shows('80 %');
  expect(await tab.axe()).toEqual([]);
  await tab.page.focus(`input[aria-labelledby="share-${idOf(rule.metadata.uid)}"]`);
  await tab.page.keyboard.press('PageDown');
  await tab.shows('70 %');
  await tab.shows('change GatewayRule');
  await tab.click('Apply the shares');
  await eventually(async () =>
    expect((await stored(team)).map((http) => http?.theWeight).toSorted()).toEqual([30, 70]),
  );
  expect(tab.complaints).toEqual([]);
});

it('a rule that is not ready says why and what to do, and is deleted after a look at what that does', async () => {
  const { team, tab, app } = await open('edit');
  const rule = await team.rule('web', { containerPort: 81 });
  await team.condition('web', 'Ready', 'False', 'PortNotFound');
  await tab.go(`${app}/rules/${idOf(rule.metadata.uid)}`);
  await tab.shows('What to do:');
  await tab.shows('PortNotFound');
  await tab.click('Edit');
  await tab.page.waitForSelector('#rule-port[aria-invalid=true]');
  await tab.shows('Edit rule web');
  await tab.shows('Nothing is changed yet.');
  expect(await tab.axe()).toEqual([]);
  await tab.click('Cancel');
  await tab.click('Delete');
  await tab.shows(`Delete the rule for http://${team.host}`);
  await tab.shows('No request gets through to it now');
  await tab.shows('delete GatewayRule');
  await press(tab, 'Delete the rule');
  await eventually(async () => expect(await stored(team)).toEqual([]));
});

it('a viewer is offered nothing', async () => {
  const { team, tab, app } = await open('view');
  const rule = await team.rule('web');
  const path = `${app}/rules/${idOf(rule.metadata.uid)}`;
  await tab.go(path);
  await tab.shows('What it takes');
  await tab.shows('What the gateway says');
  expect(await buttons(tab)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Edit|Delete/)]));
  for (const form of [`${path}/edit`, `${app}/rules/new`]) {
    await tab.go(form);
    await tab.shows('Your token may not write rules here');
  }
  await tab.go(`/teams/${team.id}/local/certificates`);
  await tab.shows('Not for you, or not there');
});

it('a rule that Flux manages is shown, and says where to change it', async () => {
  const { team, tab, app } = await open('edit');
  const labels = {
    'kustomize.toolkit.fluxcd.io/name': 'apps',
    'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
  };
  const http = { serviceId: 'web', containerPort: 8080, domainName: team.host, whetherOpen: true };
  const rule = await client.apply(
    GATEWAY_RULES,
    {
      ...GATEWAY_RULE_TYPE,
      metadata: { name: 'web', namespace: team.namespace, labels },
      spec: { appId: 1, protocol: 'http', http },
    },
    'kustomize-controller',
  );
  const path = `${app}/rules/${idOf(rule.metadata.uid)}`;
  await tab.go(path);
  await tab.shows('Flux (Kustomization flux-system/apps)');
  expect(await buttons(tab)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Edit|Delete/)]));
  await tab.go(`${path}/edit`);
  await tab.shows('manages this rule, and would undo');
  expect(await tab.axe()).toEqual([]);
});

it('certificates show their ends and hosts, and names are text', async () => {
  const { team, tab } = await open('edit');
  const authority = await createAuthority();
  const [good, ended] = await Promise.all([
    issueServer(authority, team.host, [team.host]),
    issueServer(authority, team.host, [`old.${team.host}`], -DAY_MS / 2),
  ]);
  const strange = '<img src=x onerror="document.title=1">\u202Egnp.exe';
  await Promise.all([team.certificate(7, ended), team.certificate(8, good)]);
  await team.rule('web', { certificateId: 8 });
  await tab.go(`/teams/${team.id}/local/certificates`);
  await tab.shows('expired less than a day ago');
  await tab.shows(`old.${team.host}`);
  await tab.shows('Rules:');
  await tab.shows('(in ');
  await tab.click('Upload a certificate');
  await tab.fill('Name', strange);
  await tab.fill('Certificate and its chain (PEM)', good.certificate);
  await tab.fill('Private key (PEM)', ended.key);
  await tab.page.waitForSelector('[role=dialog] [readonly][aria-invalid=true]');
  expect(await tab.page.content()).not.toContain(ended.key.split('\n')[1]);
  await tab.click('Replace the private key');
  await tab.fill('Private key (PEM)', good.key);
  await press(tab, 'Upload');
  await eventually(async () => expect(await headings(tab)).toContain(strange));
  await tab.page.waitForSelector('[role=dialog]', { hidden: true });
  expect(await tab.page.$('main img')).toBeNull();
  expect(await tab.page.title()).not.toBe('1');
  expect(await tab.axe()).toEqual([]);
  expect(tab.complaints).toEqual([]);
});

/** Names of the buttons of a page. */
function buttons(tab: ConsoleTab): Promise<readonly string[]> {
  return tab.page.$$eval('main button', (all) => all.map(({ textContent }) => textContent ?? ''));
}

/** Names of the certificates of a page, as people read them. */
function headings({ page }: ConsoleTab): Promise<readonly string[]> {
  return page.$$eval('main h2 bdi', (names) => names.map(({ textContent }) => textContent ?? ''));
}
