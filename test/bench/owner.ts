import type { ObjectDraft } from '../../src/kube/object.ts';
import { SERVICE_ACCOUNTS, SERVICES } from '../../src/objects/core.ts';
import { ROLE_BINDINGS } from '../../src/objects/installable.ts';
import { APPLICATIONS } from '../../src/objects/stoa.ts';
import { standIn } from '../support/standin.ts';
import { type BenchCluster, inParallel } from './benchcluster.ts';
import { tokenOf } from './stage.ts';

/** Numbers of the applications that share a team's rules: one with hundreds of rules is rare. */
export const APPLICATION_IDS: readonly number[] = Array.from({ length: 32 }, (_, index) => 101 + index);

const MANAGER = 'bench';

/**
 * Creates an owner of the bench team, and applications with a component `web-<number>` each; returns the owner's token.
 */
export async function makeOwner({ client, namespace }: BenchCluster): Promise<string> {
  const metadata = { name: 'owner', namespace };
  await client.apply(SERVICE_ACCOUNTS, { ...head('v1', 'ServiceAccount'), metadata }, MANAGER);
  const binding = {
    ...head('rbac.authorization.k8s.io/v1', 'RoleBinding'),
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
    subjects: [{ kind: 'ServiceAccount', ...metadata }],
  };
  await client.apply(ROLE_BINDINGS, binding, MANAGER);
  await inParallel(APPLICATION_IDS, async (id) => {
    const application = { ...head('stoa.dev/v1alpha1', 'Application'), spec: { id } };
    await client.apply(APPLICATIONS, { ...application, metadata: { name: `app-${id}`, namespace } }, MANAGER);
    await makeComponent({ client, namespace }, id, componentOf(id));
  });
  return tokenOf(client, metadata);
}

/** Creates a component of an application: a Service with its labels. */
export async function makeComponent(
  { client, namespace }: Pick<BenchCluster, 'client' | 'namespace'>,
  application: number,
  name: string,
): Promise<void> {
  const labels = { 'stoa.dev/app-id': String(application), 'stoa.dev/component-id': name };
  const service = { ...head('v1', 'Service'), spec: { ports: [{ port: 8080 }] } };
  await client.apply(SERVICES, { ...service, metadata: { name, namespace, labels } }, MANAGER);
  await standIn(client, { namespace, name });
}

/** Name of the component of an application. */
export function componentOf(application: number): string {
  return `web-${application}`;
}

function head(apiVersion: string, kind: string): Pick<ObjectDraft, 'apiVersion' | 'kind'> {
  return { apiVersion, kind };
}
