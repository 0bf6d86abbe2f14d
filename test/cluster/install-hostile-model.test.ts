import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantsSchema } from '../../src/api/grants.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { makeComponent } from '../../src/model/build/workload/component.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS, PODS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { hostileAttributes, hostilePods } from '../support/hostilepods.ts';
import { broughtBy, contextOf, type PodTemplate, partOf, podTemplateOf } from '../support/parts.ts';
import { app, templateOf } from '../support/template.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, TESTER, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

/** A team in whose namespace the API server enforces the Pod Security Standard `baseline`. */
async function guardedTeam(): Promise<Team> {
  const team = await Team.create(client);
  const labels = { 'stoa.dev/team': team.id, 'pod-security.kubernetes.io/enforce': 'baseline' };
  const metadata = { name: team.namespace, labels };
  await client.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, TESTER);
  return team;
}

/** Answer of the API server to a pod of a template. */
async function answerTo(namespace: string, { metadata, spec }: PodTemplate): Promise<string> {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, namespace, name: 'x' }, spec };
  try {
    await client.create(PODS, pod, TESTER, { dryRun: true });
    return 'admitted';
  } catch (error) {
    if (isFailure(error, 'invalid')) {
      return 'invalid';
    }
    return isFailure(error, 'forbidden') ? error.message : Promise.reject(error);
  }
}

const SEED = { numRuns: 80, seed: 18 };

/** Templates of pods that hostile models get. */
function templates(): PodTemplate[] {
  const brought = fc.sample(hostilePods, SEED).flatMap((spec) => {
    const labels = { app: 'x' };
    const selector = { matchLabels: labels };
    const content = JSON.stringify({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: { selector, template: { metadata: { labels }, spec } },
    });
    return broughtBy([{ path: 'r', name: '', kind: '', content }]).objects;
  });
  const components = fc.sample(hostileAttributes, SEED).map((wanted) => {
    const attributes = Object.entries(wanted).map(([name, value]) => {
      return { path: name, name, format: 'json' as const, value: JSON.stringify(value) };
    });
    const part = partOf({ attributes });
    return makeComponent(part, contextOf([part])).workload;
  });
  return [...brought, ...components].map((workload) => podTemplateOf({ workload }));
}

describe('a namespace that enforces the Pod Security Standard baseline', () => {
  it('rejects what reaches the node, and admits whatever a hostile model gets', async () => {
    const { namespace } = await guardedTeam();
    const hostile = {
      metadata: { labels: {} },
      spec: { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] },
    };
    expect(await answerTo(namespace, hostile as unknown as PodTemplate)).toContain('PodSecurity');
    const answers: string[] = [];
    for (const template of templates()) {
      answers.push(await answerTo(namespace, template));
    }
    expect(answers.filter((answer) => answer !== 'admitted' && answer !== 'invalid')).toEqual([]);
    expect(answers.filter((answer) => answer === 'admitted').length).toBeGreaterThan(40);
  });
});

/** A model that wants a Secret of others, and to be seen by their Services. */
const GREEDY = templateOf([
  app('web', {
    component_k8s_attributes: [
      { name: 'labels', save_type: 'json', attribute_value: { tier: 'db' } },
      {
        name: 'envFromSource',
        save_type: 'json',
        attribute_value: [{ secretRef: { name: 'theirs', optional: true } }],
      },
      { name: 'securityContext', save_type: 'json', attribute_value: { runAsUser: 0 } },
    ],
  }),
]);

describe('an install of a model that wants more than it brings along', () => {
  it('is ready without it, tells the grants, and gets what is granted', async () => {
    await shop.offer('greedy', '1.0', GREEDY);
    const team = await guardedTeam();
    const install = new Install(client, team, shop, 'greedy');
    await install.apply();
    await install.condition('Ready', 'True');
    const pods = async () => {
      const [deployment] = await client.list(DEPLOYMENTS, { namespace: team.namespace });
      return deployment?.spec.template;
    };
    expect(await pods()).toMatchObject({
      metadata: { labels: { 'model.stoa.dev/tier': 'db' } },
      spec: {
        automountServiceAccountToken: false,
        securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      },
    });
    expect(JSON.stringify(await pods())).not.toMatch(/theirs|"tier"|runAsUser/);
    const { status } = await install.get();
    expect(status?.notApplied?.map(({ why }) => why)).toEqual([
      expect.stringContaining('spec.grants.secrets: [theirs]'),
      expect.stringContaining('spec.grants.runAsRoot: true'),
    ]);
    await install.apply('1.0', { grants: { secrets: ['theirs'], labels: ['tier'], runAsRoot: true } });
    await eventually(async () => {
      expect(await pods()).toMatchObject({
        metadata: { labels: { tier: 'db' } },
        spec: {
          containers: [{ envFrom: [{ secretRef: { name: 'theirs' } }], securityContext: { runAsUser: 0 } }],
        },
      });
    });
    await install.condition('Ready', 'True');
    expect((await install.get()).status?.notApplied ?? []).toEqual([]);
    await install.remove();
  });
});

describe('the API server and zod agree on grants', () => {
  it.each<[string, object, boolean]>([
    ['names', { secrets: ['a'], claims: ['b'], serviceAccounts: ['c'], capabilities: ['CHOWN'] }, true],
    ['keys', { labels: ['team'], annotations: ['example.com/a'], tolerations: ['a.io/b'] }, true],
    ['the account of installs', { serviceAccounts: ['stoa-install'] }, false],
    ['a label of Stoa', { labels: ['stoa.dev/component-id'] }, false],
    ['a label below a name of Stoa', { labels: ['model.stoa.dev/a'] }, false],
    ['the manager of objects', { annotations: ['app.kubernetes.io/managed-by'] }, false],
    ['a name twice', { secrets: ['a', 'a'] }, false],
    ['a capability of nodes', { capabilities: ['SYS_ADMIN'] }, false],
    ['no name', { configMaps: ['A_B'] }, false],
  ])('%s', async (_, grants, isValid) => {
    expect(grantsSchema.safeParse(grants).success).toBe(isValid);
    const { namespace } = await Team.create(client);
    const spec = {
      appId: 1,
      market: { url: 'https://a.example', domain: 'a' },
      appModelId: 'a',
      appModelVersion: '1',
      grants,
    };
    const install = { ...MARKET_INSTALL_TYPE, metadata: { namespace, name: 'x' }, spec };
    const answer = client.create(MARKET_INSTALLS, install, TESTER, { dryRun: true });
    await (isValid ? answer : expect(answer).rejects.toThrow(/grants/));
  });
});
