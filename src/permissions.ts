import { APPLICATION_PERMISSIONS } from './application/permissions.ts';
import type { Config } from './config.ts';
import { gatewayPermissions } from './gateway/permissions.ts';
import type { Serving } from './gateway/serving.ts';
import type { Permission } from './kube/permissions.ts';
import type { Resource } from './kube/resource.ts';
import { marketPermissions } from './market/permissions.ts';

/** What decides on what an operator needs. */
export interface OperatorNeeds {
  readonly serving: Serving;
  /** The kinds that installs can make here. */
  readonly kinds: readonly Resource[];
  readonly operator: Pick<Config['operator'], 'namespace' | 'leaderElection'>;
}

/** All that the operator must be allowed to do; deploy/chart grants it, and nothing else. */
export function operatorPermissions({ serving, kinds, operator }: OperatorNeeds): readonly Permission[] {
  return [
    ...gatewayPermissions(serving),
    ...APPLICATION_PERMISSIONS,
    ...marketPermissions(kinds),
    ...electionPermissions(operator),
  ];
}

function electionPermissions({ namespace, leaderElection }: OperatorNeeds['operator']): Permission[] {
  const verbs = ['get', 'create', 'update'];
  return leaderElection.enabled
    ? [{ group: 'coordination.k8s.io', resource: 'leases', verbs, namespace }]
    : [];
}
