import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { makeConsole } from '../../deploy/bundle/console.ts';
import { type BareControlPlane, startControlPlane } from '../../deploy/local/cluster/controlplane.ts';
import { repository } from '../../deploy/local/repository.ts';
import {
  completeOidc,
  type OidcSession,
  renewOidc,
  signInWithOidc,
  signOutOfOidc,
} from '../../src/console/session/oidc.ts';
import { loadAccess } from '../../src/kube/access.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { consoleSchema, consoleSettings } from '../../src/rest/console/settings.ts';
import { freePort } from '../support/freeport.ts';
import { silentProgress } from '../support/progress.ts';
import { newStateFolder } from './support/cli.ts';
import { openConsoleBrowser } from './support/console.ts';
import { GROUPS, type OidcIssuer, signInAt, startOidcIssuer } from './support/oidcissuer.ts';
import { openRest, regionAt } from './support/restserver.ts';
import { rest } from './support/traffic.ts';
import { connect, TESTER } from './support/world.ts';

const PAGE = 'https://stoa.test/prefix/console/';
const SCOPES = ['openid', 'groups', 'offline_access'];

const authoritiesBefore = getCACertificates('default');

let stateDir: string;
let issuer: OidcIssuer;
let plane: BareControlPlane;
let client: KubeClient;
let base: string;
let pages: string;

beforeAll(async () => {
  stateDir = await newStateFolder();
  const port = await freePort();
  issuer = await startOidcIssuer(['stoa', 'other'], [PAGE, `http://127.0.0.1:${port}/console/`]);
  setDefaultCACertificates([...authoritiesBefore, issuer.ca]);
  plane = await startControlPlane({ stateDir, progress: silentProgress, authentication: trusting(issuer) });
  client = await connect(plane.kubeconfig);
  const region = await regionAt('local', loadAccess({ kubeconfig: plane.kubeconfig }), (_, pass) => pass());
  pages = await mkdtemp(join(tmpdir(), 'stoa-console-'));
  await makeConsole(repository.root, pages);
  const console = { settings: { oidc: settingsFor('stoa') }, connect: [issuer.url], folder: pages };
  ({ base } = await openRest((_, pass) => pass(), { regions: [region], console }, port));
});

afterAll(async () => {
  setDefaultCACertificates(authoritiesBefore);
  await plane.stop();
  await issuer.close();
  await rm(stateDir, { recursive: true, force: true });
  await rm(pages, { recursive: true, force: true });
});

/** AuthenticationConfiguration of an API server that accepts ID tokens of the issuer for the client `stoa`. */
function trusting({ url, ca }: OidcIssuer): string {
  const claimMappings = {
    username: { claim: 'sub', prefix: 'oidc:' },
    groups: { claim: 'groups', prefix: 'oidc:' },
  };
  return stringify({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthenticationConfiguration',
    jwt: [{ issuer: { url, audiences: ['stoa'], certificateAuthority: ca }, claimMappings }],
  });
}

/** Settings of the console as it gets them. */
function settingsFor(clientId: string) {
  const { oidc } = consoleSettings(
    consoleSchema.parse({ oidc: { issuer: issuer.url, clientId, scopes: SCOPES } }),
  );
  if (oidc === undefined) {
    throw new Error('the settings have no issuer');
  }
  return oidc;
}

/** Tab of a browser on the console. */
class Tab {
  readonly kept = new Map<string, string>();
  readonly history = { replaceState: () => undefined };
  readonly location = { href: `${PAGE}#/teams/shop`, assign: (url: string) => void this.visited.push(url) };
  readonly visited: string[] = [];
  readonly sessionStorage: Storage;

  constructor() {
    const { kept } = this;
    this.sessionStorage = {
      get length() {
        return kept.size;
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
      clear: () => kept.clear(),
    };
  }

  /** Signs in at the issuer; resolves to the address at which the tab is then. */
  async answered(clientId: string, user = 'ada'): Promise<string> {
    await signInWithOidc(settingsFor(clientId), this);
    return signInAt(issuer, this.visited.at(-1) ?? '', user);
  }

  async session(clientId = 'stoa', user = 'ada'): Promise<OidcSession> {
    const callback = await this.answered(clientId, user);
    return (await completeOidc(settingsFor(clientId), this, callback)).session;
  }
}

function ask(path: string, token: string) {
  return rest(path, { method: 'GET', base, token });
}

describe('a sign-in at an issuer', () => {
  it('gives a token whose user and groups the API server takes from its claims', async () => {
    await admit('shop', `oidc:${GROUPS[0]}`);
    const { token } = await new Tab().session();
    expect(await ask('/currentuser', token)).toMatchObject({
      status: 200,
      body: { bean: { real_name: 'oidc:ada' } },
    });
    expect(await ask('/teams', token)).toMatchObject({
      status: 200,
      body: { tenants: [{ tenant_name: 'shop' }] },
    });
  });

  it('comes back to where it began, and keeps nothing of the way', async () => {
    const tab = new Tab();
    const callback = await tab.answered('stoa');
    expect(callback.startsWith(`${PAGE}?code=`)).toBe(true);
    expect(await completeOidc(settingsFor('stoa'), tab, callback)).toMatchObject({ hash: '#/teams/shop' });
    expect([...tab.kept]).toEqual([]);
  });

  it('for another client gives a token that the API refuses', async () => {
    const { token } = await new Tab().session('other');
    expect(await ask('/currentuser', token)).toMatchObject({ status: 401 });
  });

  it('gives nothing for a code that another tab got, or got before', async () => {
    const tab = new Tab();
    const callback = await tab.answered('stoa');
    await expect(completeOidc(settingsFor('stoa'), new Tab(), callback)).rejects.toThrow('state');
    await completeOidc(settingsFor('stoa'), tab, callback);
    await expect(completeOidc(settingsFor('stoa'), tab, callback)).rejects.toThrow('state');
  });

  it('gives nothing for the code alone, without the secret of the tab that asked for it', async () => {
    const code = new URL(await new Tab().answered('stoa')).searchParams.get('code') ?? '';
    const body = { grant_type: 'authorization_code', client_id: 'stoa', code, redirect_uri: PAGE };
    const response = await fetch(`${issuer.url}/token`, { method: 'POST', body: new URLSearchParams(body) });
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('says why the issuer refuses', async () => {
    const tab = new Tab();
    await signInWithOidc(settingsFor('stoa'), tab);
    const state = new URL(tab.visited[0] ?? '').searchParams.get('state') ?? '';
    const refusal = new URLSearchParams({ state, error: 'access_denied', error_description: 'not today' });
    await expect(completeOidc(settingsFor('stoa'), tab, `${PAGE}?${refusal}`)).rejects.toThrow('not today');
  });
});

it('a browser signs in at the issuer, and comes back to a page that knows the user', async () => {
  await admit('shop', `oidc:${GROUPS[0]}`);
  // The issuer's certificate is of an authority that only this test knows.
  const browser = await openConsoleBrowser(['--ignore-certificate-errors']);
  const { page, complaints, shows } = await browser.open(base);
  await page.locator(`::-p-text(Sign in at ${new URL(issuer.url).host})`).click();
  await page.locator('input[name=login]').fill('ada');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('input[name=prompt][value=consent]');
  await page.locator('button[type=submit]').click();
  await shows('Teams');
  await shows('shop');
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
  await browser.close();
});

describe('a session', () => {
  it('is renewed by tokens that the API accepts, until it is signed out', async () => {
    const [tab, settings] = [new Tab(), settingsFor('stoa')];
    const first = await tab.session();
    const next = await renewOidc(settings, tab, first);
    expect(next?.token).not.toBe(first.token);
    expect(await ask('/currentuser', next?.token ?? '')).toMatchObject({ status: 200 });
    const last = next ?? first;
    await signInWithOidc(settings, tab);
    expect(tab.kept.size).toBe(1);
    await signOutOfOidc(settings, tab, last);
    expect([...tab.kept]).toEqual([]);
    expect(await renewOidc(settings, tab, last)).toBeUndefined();
  });

  it('without a refresh token is not renewed', async () => {
    const [tab, settings] = [new Tab(), settingsFor('stoa')];
    const session = await tab.session();
    expect(await renewOidc(settings, tab, { ...session, refreshToken: undefined })).toBeUndefined();
  });
});

/** Creates a team that a group may see. */
async function admit(namespace: string, group: string): Promise<void> {
  const team = { name: namespace, labels: { 'stoa.dev/team': namespace } };
  await client.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: team }, TESTER);
  const [apiVersion, apiGroup] = ['rbac.authorization.k8s.io/v1', 'rbac.authorization.k8s.io'];
  const metadata = { name: 'seers', namespace };
  const resource = (kind: string, plural: string) =>
    ({ group: apiGroup, version: 'v1', plural, kind, namespaced: true }) as const;
  const rules = [
    { apiGroups: ['stoa.dev'], resources: ['applications', 'gatewayrules'], verbs: ['list'] },
    { apiGroups: [''], resources: ['services'], verbs: ['list'] },
  ];
  await client.apply(resource('Role', 'roles'), { apiVersion, kind: 'Role', metadata, rules }, TESTER);
  const roleRef = { apiGroup, kind: 'Role', name: metadata.name };
  const subjects = [{ apiGroup, kind: 'Group', name: group }];
  const binding = { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects };
  await client.apply(resource('RoleBinding', 'rolebindings'), binding, TESTER);
}
