import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { missingPermissions, type Permission } from '../../src/kube/permissions.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { granted, NEEDED } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { connect, kubectl, TESTER } from './support/world.ts';

const RBAC = 'rbac.authorization.k8s.io';
const ROLES = resource('ClusterRole', 'clusterroles');
const BINDINGS = resource('ClusterRoleBinding', 'clusterrolebindings');

function resource(kind: string, plural: string): Resource {
  return { group: RBAC, version: 'v1', plural, kind, namespaced: false };
}

const run = `rights-${randomBytes(4).toString('hex')}`;

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

afterAll(async () => {
  const kinds = 'clusterroles,clusterrolebindings';
  expect(await kubectl(['delete', kinds, `--selector=test=${run}`, '--wait=false'])).toMatchObject({
    code: 0,
  });
});

/** A client of a user of its own who may do this and nothing else. */
async function allowedTo(name: string, rights: readonly Permission[]): Promise<KubeClient> {
  const metadata = { name: `${run}-${name}`, labels: { test: run } };
  const rules = rights.map(({ group, resource, verbs }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs,
  }));
  const apiVersion = `${RBAC}/v1`;
  await client.create(ROLES, { apiVersion, kind: ROLES.kind, metadata, rules }, TESTER);
  await client.create(
    BINDINGS,
    {
      apiVersion,
      kind: BINDINGS.kind,
      metadata,
      roleRef: { apiGroup: RBAC, kind: ROLES.kind, name: metadata.name },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: metadata.name }],
    },
    TESTER,
  );
  return client.as({ user: metadata.name, groups: ['system:authenticated'] });
}

/** As the self-check calls it. */
function words({ verbs, group, resource, namespace }: Permission): string {
  const what = `${verbs.join()} ${group === '' ? resource : `${resource}.${group}`}`;
  return namespace === undefined ? what : `${what} in ${namespace}`;
}

describe.each(Object.entries(NEEDED))('%s', (account, needed) => {
  const rights = granted(account);

  it('lacks nothing with the rights that it is installed with', async () => {
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
