import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { app, templateOf } from '../support/template.ts';
import { type Ended, run } from './support/cli.ts';
import { serving, withPassword } from './support/models.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, kubectl, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

let client: KubeClient;
let shop: Shop;
let team: Team;

beforeAll(async () => {
  client = await connect();
  [shop, team] = await Promise.all([Shop.open(), Team.create(client)]);
  await team.component('web');
  const db = app('db', { ...withPassword, ...serving('db') });
  await shop.offer('diffed', '1.0', templateOf([db]));
  const newer = { ...db, share_image: 'registry.example.com/db:2' };
  await shop.offer('diffed', '2.0', templateOf([newer, app('cart', serving('cart'))]));
});

afterAll(() => shop.close());

/** Result of the diff of a file with these objects. */
function diffOf(...objects: readonly object[]): Promise<Ended> {
  const where = ['-n', team.namespace, '--kubeconfig', inject('cluster').kubeconfig];
  return run(
    PROGRAM,
    ['diff', '-f', '-', ...where],
    objects.map((each) => JSON.stringify(each)).join('\n---\n'),
  );
}

/** A rule as a file has it. */
function ruleFile(name: string, http: object): object {
  const spec = {
    appId: 1,
    protocol: 'http',
    http: { serviceId: 'web', containerPort: 8080, domainName: `${name}.${team.host}`, ...http },
  };
  return {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'GatewayRule',
    metadata: { name, namespace: team.namespace },
    spec,
  };
}

function apply(file: object, ...more: readonly string[]): Promise<Ended> {
  return kubectl(['apply', '-f', '-', ...more], JSON.stringify(file));
}

describe('the diff of a rule', () => {
  it('shows a new one, and writes nothing', async () => {
    const { code, stdout, stderr } = await diffOf(ruleFile('fresh', {}));
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(`--- /dev/null\n+++ b/GatewayRule/${team.namespace}/fresh\n`);
    expect(stdout).toContain('\n+kind: GatewayRule\n');
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    expect(rules.map(({ metadata }) => metadata.name)).not.toContain('fresh');
  });

  it.each([
    ['kept', []],
    ['served', ['--server-side']],
  ])('shows of %s what kubectl apply %s then changes', async (name, how) => {
    const file = ruleFile(name, { theWeight: 10, domainPath: '/a' });
    await apply(file, ...how);
    expect(await diffOf(file)).toEqual({ code: 0, stdout: '', stderr: '' });
    const less = ruleFile(name, { theWeight: 20 });
    const { code, stdout } = await diffOf(less);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^- {4}domainPath: \/a$/m);
    expect(stdout).toMatch(/^- {4}theWeight: 10\n\+ {4}theWeight: 20$/m);
    await apply(less, ...how);
    expect((await diffOf(less)).code).toBe(0);
  });

  it.each([
    ['is not valid', () => ruleFile('bad', { theWeight: -1 }), 'theWeight'],
    ['has an unknown field', () => ruleFile('bad', { weight: 1 }), 'weight'],
    [
      'is of another kind',
      () => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }),
      'kubectl diff',
    ],
  ])('is an error for one that %s', async (_, file, message) => {
    const { code, stdout, stderr } = await diffOf(file());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('the diff of an install', () => {
  /** The install as a file has it. */
  async function fileOf(install: Install, more: object = {}) {
    const { apiVersion, kind, metadata, spec } = await install.get();
    const { name, namespace } = metadata;
    return { apiVersion, kind, metadata: { name, namespace }, spec: { ...spec, ...more } };
  }

  it('shows what another version changes, without values of Secrets', async () => {
    const install = new Install(client, team, shop, 'diffed', { volumesOnDelete: 'delete' });
    await install.apply();
    await install.condition('Ready', 'True');
    expect(await diffOf(await fileOf(install))).toEqual({ code: 0, stdout: '', stderr: '' });
    const { code, stdout, stderr } = await diffOf(await fileOf(install, { appModelVersion: '2.0' }));
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^- {2}appModelVersion: "1\.0"\n\+ {2}appModelVersion: "2\.0"$/m);
    expect(stdout).toContain(`--- a/Deployment/${team.namespace}/diffed-db\n`);
    expect(stdout).toContain(`+++ b/Deployment/${team.namespace}/diffed-cart\n`);
    expect((await install.get()).spec.appModelVersion).toBe('1.0');
    const other = await diffOf(await fileOf(install, { deploy: false }));
    expect(other.code).toBe(1);
    expect(other.stdout).toContain('# what Stoa makes of MarketInstall');
    await install.remove();
  });

  it('shows what a new one creates, and leaves nothing', async () => {
    const install = new Install(client, team, shop, 'diffed', { name: 'new', volumesOnDelete: 'delete' });
    await install.apply('1.0', { suspend: true });
    const file = await fileOf(install, { suspend: false });
    await install.remove();
    const { code, stdout, stderr } = await diffOf(file);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(`+++ b/MarketInstall/${team.namespace}/new\n`);
    expect(stdout).toMatch(/^\+\+\+ b\/Deployment\//m);
    const installs = await client.list(MARKET_INSTALLS, { namespace: team.namespace });
    expect(installs.map(({ metadata }) => metadata.name)).not.toContain('new');
  });
});
