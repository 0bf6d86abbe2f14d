import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { missingPermissions, type Permission } from '../../src/kube/permissions.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { granted, NEEDED, oneByOne, operatorNeeds, words } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { connect, kubectl, TESTER } from './support/world.ts';

const RBAC = 'rbac.authorization.k8s.io';

/** A role and its binding, cluster-wide or of a namespace. */
const KINDS = {
  cluster: [resource('ClusterRole', false), resource('ClusterRoleBinding', false)],
  namespace: [resource('Role', true), resource('RoleBinding', true)],
} as const;

function resource(kind: string, namespaced: boolean): Resource {
  return { group: RBAC, version: 'v1', plural: `${kind.toLowerCase()}s`, kind, namespaced };
}

const run = `rights-${randomBytes(4).toString('hex')}`;

/** A namespace of the test's own. */
const TEAM = run;

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
  const metadata = { name: TEAM, labels: { test: run } };
  await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, TESTER);
});

afterAll(async () => {
  const ours = [`--selector=test=${run}`, '--wait=false'];
  for (const args of [
    ['delete', 'clusterroles,clusterrolebindings,namespaces', ...ours],
    ['delete', 'roles,rolebindings', '--namespace=stoa-system', ...ours],
  ]) {
    expect(await kubectl(args)).toMatchObject({ code: 0 });
  }
});

/** A client of a new user with these permissions only. */
async function allowedTo(user: string, rights: readonly Permission[]): Promise<KubeClient> {
  const name = `${run}-${user}`;
  for (const namespace of new Set(rights.map((right) => right.namespace))) {
    await grant(
      name,
      namespace,
      rights.filter((right) => right.namespace === namespace),
    );
  }
  return client.as({ user: name, groups: ['system:authenticated'] });
}

async function grant(name: string, namespace: string | undefined, rights: readonly Permission[]) {
  const [role, binding] = KINDS[namespace === undefined ? 'cluster' : 'namespace'];
  const apiVersion = `${RBAC}/v1`;
  const metadata = { name, labels: { test: run }, ...(namespace === undefined ? {} : { namespace }) };
  const rules = rights.map(({ group, resource: plural, verbs, name: only }) => ({
    apiGroups: [group],
    resources: [plural],
    ...(only === undefined ? {} : { resourceNames: [only] }),
    verbs,
  }));
  await client.create(role, { apiVersion, kind: role.kind, metadata, rules }, TESTER);
  const roleRef = { apiGroup: RBAC, kind: role.kind, name };
  const subjects = [{ apiGroup: RBAC, kind: 'User', name }];
  await client.create(binding, { apiVersion, kind: binding.kind, metadata, roleRef, subjects }, TESTER);
}

/** Required and granted permissions of each process. */
const CASES = [
  ...Object.entries(NEEDED).map(([account, needed]) => [account, needed, granted(account)] as const),
  ['operator-of-a-team', operatorNeeds([TEAM]), oneByOne(operatorNeeds([TEAM]))] as const,
];

describe.each(CASES)('%s', (account, needed, rights) => {
  it('lacks no permission with its shipped roles', async () => {
    const somebody = await allowedTo(`${account}-whole`, rights);
    await eventually(async () => expect(await missingPermissions(somebody, needed)).toEqual([]));
  });

  it.concurrent.each(rights.map((right, index) => [words(right), index] as const))(
    'misses: %s',
    async (name, index) => {
      const somebody = await allowedTo(`${account}-${index}`, rights.toSpliced(index, 1));
      await eventually(async () => {
        expect([...new Set(await missingPermissions(somebody, needed))]).toEqual([name]);
      });
    },
  );
});
