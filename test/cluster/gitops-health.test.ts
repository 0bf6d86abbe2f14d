import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { renderChart } from '../../deploy/package/render.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import {
  APPLICATIONS,
  type Application,
  GATEWAY_RULES,
  type GatewayRule,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { argoHealth, fluxHealth } from '../support/health.ts';
import { type HealthCase, recordCase } from '../support/healthgolden.ts';
import { silentProgress } from '../support/progress.ts';
import { app, templateOf } from '../support/template.ts';
import { behaving } from './support/models.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
  await shop.offer('pair', '1.0', templateOf([app('web'), app('db')]));
});

afterAll(() => shop.close());

/** Waits until both tools report the expected health of an object. */
function isTakenFor(
  name: string,
  { argocd, flux }: Pick<HealthCase, 'argocd' | 'flux'>,
  read: () => Promise<HealthCase['object']>,
): Promise<HealthCase['object']> {
  return eventually(async () => {
    const object = await read();
    expect(await argoHealth(object)).toMatchObject({ status: argocd });
    expect(fluxHealth(object)).toBe(flux);
    recordCase({ name, argocd, flux, object });
    return object;
  });
}

const HEALTHY = { argocd: 'Healthy', flux: 'Current' } as const;
const MOVING = { argocd: 'Progressing', flux: 'InProgress' } as const;
const FAILED = { argocd: 'Degraded', flux: 'Failed' } as const;

function rule(team: Team, name: string): () => Promise<GatewayRule> {
  return () => client.get(GATEWAY_RULES, { namespace: team.namespace, name });
}

function application(team: Team, name = 'app'): () => Promise<Application> {
  return () => client.get(APPLICATIONS, { namespace: team.namespace, name });
}

describe('a rule', () => {
  it('is healthy when it carries traffic', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    await team.condition('r', 'Ready', 'True');
    await isTakenFor('rule ready', HEALTHY, rule(team, 'r'));
  });

  it('is healthy if the engine does not support all of its fields, and reports them', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r', { ruleExtensions: [{ key: 'no-such', value: 'x' }] });
    await team.condition('r', 'FullyExpressed', 'False');
    const found = await isTakenFor('rule not fully expressed', HEALTHY, rule(team, 'r'));
    expect((await argoHealth(found)).message).toContain('no-such');
  });

  it('is in progress while its component is missing', async () => {
    const team = await Team.create(client);
    await team.rule('r');
    await team.condition('r', 'ResolvedRefs', 'False');
    await isTakenFor('rule without component', MOVING, rule(team, 'r'));
  });

  it('has failed if it conflicts with another one', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await Promise.all([team.rule('one'), team.rule('other')]);
    // Of two rules of the same second, the uid decides which is the older.
    const { metadata } = await eventually(async () => {
      const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
      const [refused, ...more] = rules.filter(({ status }) => status?.conditions?.[0]?.status === 'False');
      expect(more).toEqual([]);
      return refused ?? expect.fail('none is refused yet');
    });
    await isTakenFor('rule refused', FAILED, rule(team, metadata.name));
  });
});

describe('an install', () => {
  it('is healthy when its version is installed', async () => {
    const install = new Install(client, await Team.create(client), shop, 'pair');
    await install.apply();
    await install.condition('Ready', 'True');
    await isTakenFor('install ready', HEALTHY, () => install.get());
  });

  it('is in progress while its components are', async () => {
    await shop.offer('slow', '1.0', templateOf([app('web', behaving({ ready: 'never' }))]));
    const install = new Install(client, await Team.create(client), shop, 'slow');
    await install.apply();
    await install.condition('Reconciling', 'True');
    await isTakenFor('install rolling out', MOVING, () => install.get());
  });

  it('has failed if the store has no such model', async () => {
    const install = new Install(client, await Team.create(client), shop, 'nothing');
    await install.apply();
    await install.condition('Ready', 'False', 'ModelNotFound');
    await isTakenFor('install of nothing', FAILED, () => install.get());
  });

  it('is suspended without being in progress or failed', async () => {
    const install = new Install(client, await Team.create(client), shop, 'pair', { suspend: true });
    await install.apply();
    await install.condition('Ready', 'False', 'Suspended');
    const suspended = { argocd: 'Suspended', flux: 'Current' } as const;
    await isTakenFor('install suspended', suspended, () => install.get());
  });
});

describe('an application', () => {
  it('is healthy if all its parts are', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    await team.condition('r', 'Ready', 'True');
    await isTakenFor('application ready', HEALTHY, application(team));
  });

  it('is in progress while a rule is', async () => {
    const team = await Team.create(client);
    await team.rule('r');
    await isTakenFor('application with unready rule', MOVING, application(team));
  });

  it('is degraded while a component is, which may recover', async () => {
    const team = await Team.create(client);
    await brokenComponent(team);
    const trouble = { argocd: 'Degraded', flux: 'InProgress' } as const;
    await isTakenFor('application in trouble', trouble, application(team));
  });

  it('has failed if its id is taken', async () => {
    const team = await Team.create(client);
    const first = await eventually(async () => {
      const found = await application(team)();
      expect(found.status?.phase).toBe('NIL');
      return found;
    });
    // Of two applications of the same second, the uid decides which is the older.
    const born = Date.parse(first.metadata.creationTimestamp ?? '');
    await eventually(async () => expect(Date.now()).toBeGreaterThanOrEqual(born + 1_000));
    const metadata = { name: 'later', namespace: team.namespace };
    const draft = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', metadata, spec: { id: 1 } };
    await client.apply(APPLICATIONS, draft, TESTER);
    await isTakenFor('application with taken id', FAILED, application(team, 'later'));
  });
});

/** Creates a component whose rollout has failed. */
async function brokenComponent(team: Team): Promise<void> {
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'broken' };
  const template = {
    metadata: { labels: { app: 'broken' }, annotations: { 'stand-in.example.com/ready': 'never' } },
    spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] },
  };
  const spec = { selector: { matchLabels: { app: 'broken' } }, template, progressDeadlineSeconds: 1 };
  const metadata = { name: 'broken', namespace: team.namespace, labels };
  await client.apply(DEPLOYMENTS, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }, TESTER);
}

describe('kustomize adds', () => {
  /** The output of kubectl for a kustomization with these files. */
  async function built(files: Readonly<Record<string, object>>): Promise<Record<string, unknown>> {
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'stoa-kustomize-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), stringify(content));
    }
    const { code, stdout, stderr } = await kubectl([
      'kustomize',
      folder,
      '--load-restrictor=LoadRestrictionsNone',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return parse(stdout);
  }

  it('the scripts to the ConfigMap of Argo CD, next to its content', async () => {
    const { data } = await built({
      'kustomization.yaml': {
        resources: ['cm.yaml'],
        // Relative to a folder in the one for temporary files.
        components: [join('..', relative(await realpath(tmpdir()), join(GITOPS, 'argocd')))],
      },
      'cm.yaml': { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm' }, data: { url: 'x' } },
    });
    const kinds = ['GatewayRule', 'MarketInstall', 'Application'];
    const scripts = kinds.map(async (kind) => [
      `resource.customizations.health.stoa.dev_${kind}`,
      await readFile(join(GITOPS, 'argocd', `${kind.toLowerCase()}.lua`), 'utf8'),
    ]);
    expect(data).toEqual({ url: 'x', ...Object.fromEntries(await Promise.all(scripts)) });
  });

  it('the expressions to every Kustomization of Flux', async () => {
    const { apiVersion, kind, spec } = parse(await readFile(join(GITOPS, 'flux', 'health.yaml'), 'utf8'));
    const found = await built({
      'kustomization.yaml': {
        resources: ['apps.yaml'],
        patches: [{ path: join(GITOPS, 'flux', 'health.yaml'), target: { kind } }],
      },
      'apps.yaml': { apiVersion, kind, metadata: { name: 'apps' }, spec: { interval: '5m' } },
    });
    expect(found.metadata).toEqual({ name: 'apps' });
    expect(found.spec).toEqual({ interval: '5m', ...spec });
  });
});

describe('the examples', () => {
  it('of a team are objects that the API server takes', async () => {
    const { namespace } = await Team.create(client);
    const { stdout } = await kubectl(['kustomize', join(GITOPS, 'team')]);
    const objects = stdout.replaceAll('namespace: team-books', `namespace: ${namespace}`);
    const applied = await kubectl(['apply', '--dry-run=server', '--filename=-'], objects);
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    expect(applied.stdout.trim().split('\n')).toHaveLength(3);
  });

  it.each([
    ['argocd', 'Application', (spec: unknown) => (spec as ArgoSpec).source.helm?.valuesObject],
    ['flux', 'HelmRelease', (spec: unknown) => (spec as FluxSpec).values],
  ] as const)('of %s have values that the chart takes', async (tool, kind, valuesOf) => {
    const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
    const text = await readFile(join(GITOPS, tool, 'stoa.yaml'), 'utf8');
    const values = parseAllDocuments(text)
      .map((each) => each.toJS() as { readonly kind: string; readonly spec: unknown })
      .filter((each) => each.kind === kind)
      .flatMap(({ spec }) => valuesOf(spec) ?? []);
    expect(values).toHaveLength(1);
    const folder = await mkdtemp(join(tmpdir(), 'stoa-values-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'values.yaml'), stringify(values[0]));
    const args = [`--values=${join(folder, 'values.yaml')}`];
    expect(await renderChart({ helm, args })).toContain('image: "registry.example.com/stoa');
  });
});

/** Spec of an Application of Argo CD, as far as an example has it. */
interface ArgoSpec {
  readonly source: { readonly helm?: { readonly valuesObject?: object } };
}

/** Spec of a HelmRelease of Flux, as far as an example has it. */
interface FluxSpec {
  readonly values?: object;
}

/** Folder of the shipped GitOps files. */
const GITOPS = join(import.meta.dirname, '../../deploy/gitops');

describe('the spec that a user has written', () => {
  /** Fields outside the status of an object that Stoa's field managers have written. */
  async function ourWrites<T extends GatewayRule | MarketInstall | Application>(
    resource: Resource<T>,
    team: Team,
    name: string,
  ): Promise<unknown[]> {
    const { metadata } = await client.get(resource, { namespace: team.namespace, name });
    const entries = (metadata.managedFields ?? []).filter(({ manager }) => manager !== TESTER);
    expect(entries.length).toBeGreaterThan(0);
    return entries.filter(({ subresource }) => subresource !== 'status').map(({ fieldsV1 }) => fieldsV1);
  }

  it('belongs to the user: the operator writes only the status, and the finalizer of an install', async () => {
    const team = await Team.create(client);
    await team.component('web');
    await team.rule('r');
    const install = new Install(client, team, shop, 'pair');
    await install.apply();
    await install.condition('Ready', 'True');
    await team.condition('r', 'Ready', 'True');
    await eventually(async () => expect((await application(team)()).status?.phase).toBe('RUNNING'));
    expect(await ourWrites(GATEWAY_RULES, team, 'r')).toEqual([]);
    expect(await ourWrites(APPLICATIONS, team, 'app')).toEqual([]);
    const [finalizer, ...more] = await ourWrites(MARKET_INSTALLS, team, install.name);
    expect(more).toEqual([]);
    expect(Object.keys(finalizer as object)).toEqual(['f:metadata']);
    expect(Object.keys((finalizer as { 'f:metadata': object })['f:metadata'])).toEqual(['f:finalizers']);
  });
});
