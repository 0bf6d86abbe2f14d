import type { KubeClient } from '../../src/kube/client.ts';
import { isFailure } from '../../src/kube/error.ts';
import { clusterResource } from '../../src/kube/resource.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../src/objects/httproute.ts';
import { acceptanceOf } from '../support/acceptance.ts';

const VERSION = 'admissionregistration.k8s.io/v1';
const POLICIES = clusterResource(VERSION, 'ValidatingAdmissionPolicy', 'validatingadmissionpolicies');
const BINDINGS = clusterResource(
  VERSION,
  'ValidatingAdmissionPolicyBinding',
  'validatingadmissionpolicybindings',
);

const NAME = 'held-statuses';

/** Label of namespaces in which nobody may write the status of a route. */
export const HELD = { 'faults.stoa.dev/statuses': 'held' };

const SPEC = {
  matchConstraints: {
    namespaceSelector: { matchLabels: HELD },
    resourceRules: [
      {
        apiGroups: [HTTP_ROUTES.group],
        apiVersions: ['*'],
        operations: ['UPDATE'],
        resources: [`${HTTP_ROUTES.plural}/status`],
      },
    ],
  },
  validations: [{ expression: 'false', message: 'statuses are held back', reason: 'Forbidden' }],
};

/** Lets a label of a namespace hold back the statuses of its routes: an engine serves them, and cannot report it. */
export async function allowHolding(client: KubeClient, manager: string): Promise<void> {
  const head = { apiVersion: VERSION, metadata: { name: NAME } };
  await client.apply(POLICIES, { ...head, kind: POLICIES.kind, spec: SPEC }, manager);
  const spec = { policyName: NAME, validationActions: ['Deny'] };
  await client.apply(BINDINGS, { ...head, kind: BINDINGS.kind, spec }, manager);
}

/** Whether the API server refuses to write the status of a route. */
export async function isHeld(client: KubeClient, route: HttpRoute): Promise<boolean> {
  try {
    await client.apply(HTTP_ROUTES, acceptanceOf(route), 'engine', { subresource: 'status', dryRun: true });
    return false;
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return true;
    }
    throw error;
  }
}
