import { APPLICATION_PERMISSIONS } from '../application/permissions.ts';
import type { Config } from '../config.ts';
import { CLASS_PERMISSIONS, gatewayPermissions, LISTENER_PERMISSIONS } from '../gateway/permissions.ts';
import type { SupportedKinds } from '../gateway/supportedkinds.ts';
import type { Permission } from '../kube/permissions.ts';
import type { Resource } from '../kube/resource.ts';
import { marketPermissions, STORAGE_PERMISSIONS } from '../market/permissions.ts';

/** What decides on what an operator needs. */
export interface OperatorNeeds {
  readonly gatewayKinds: SupportedKinds;
  /** The kinds that installs can make here. */
  readonly installKinds: readonly Resource[];
  readonly gateway: Pick<Config['gateway'], 'namespace'>;
  readonly operator: Pick<Config['operator'], 'namespace' | 'watchNamespaces' | 'leaderElection'>;
}

/** By this right, which a Role of a namespace can grant, it sees whether the namespace belongs to a team. */
const LOOK: Permission = { group: '', resource: 'namespaces', verbs: ['get'] };

/** All that the operator must be allowed to do; deploy/chart grants it, and nothing else. */
export function operatorPermissions(needs: OperatorNeeds): readonly Permission[] {
  const { operator, gateway } = needs;
  const places = operator.watchNamespaces;
  const there =
    places.length === 0
      ? [...teamPermissions(needs), ...LISTENER_PERMISSIONS, ...CLASS_PERMISSIONS, ...STORAGE_PERMISSIONS]
      : [
          ...places.flatMap((namespace) => within(namespace, [...teamPermissions(needs), LOOK])),
          ...within(gateway.namespace, LISTENER_PERMISSIONS),
        ];
  return [...there, ...electionPermissions(operator)];
}

/** What of it must be there in the namespaces that are named before anything is decided on what is in them. */
export function readingPermissions(needs: OperatorNeeds): readonly Permission[] {
  const followed = [...teamPermissions(needs), LOOK].map((permission) => ({
    ...permission,
    verbs: permission.verbs.filter((verb) => ['list', 'watch'].includes(verb) || permission === LOOK),
  }));
  return needs.operator.watchNamespaces.flatMap((namespace) => within(namespace, followed));
}

function teamPermissions({ gatewayKinds, installKinds }: OperatorNeeds): readonly Permission[] {
  return [
    ...gatewayPermissions(gatewayKinds),
    ...APPLICATION_PERMISSIONS,
    ...marketPermissions(installKinds),
  ];
}

function within(namespace: string, permissions: readonly Permission[]): Permission[] {
  return permissions.map((permission) => ({ ...permission, namespace }));
}

function electionPermissions({ namespace, leaderElection }: OperatorNeeds['operator']): Permission[] {
  const verbs = ['get', 'create', 'update'];
  return leaderElection.enabled
    ? [{ group: 'coordination.k8s.io', resource: 'leases', verbs, namespace }]
    : [];
}
