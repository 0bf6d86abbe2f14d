import { APPLICATION_PERMISSIONS } from '../application/controller.ts';
import type { Config } from '../config.ts';
import {
  CLASS_PERMISSIONS,
  gatewayPermissions,
  listenerPermissions,
  SERVICES_PERMISSIONS,
} from '../gateway/permissions.ts';
import type { SupportedKinds } from '../gateway/supportedkinds.ts';
import { marketPermissions, STORAGE_PERMISSIONS } from '../install/account/operators.ts';
import { type Permission, WATCH } from '../kube/permissions.ts';
import type { Resource } from '../kube/resource.ts';
import { ledgerOf } from '../names/ledger.ts';

/** Facts that the operator's permissions depend on. */
export interface OperatorNeeds {
  readonly gatewayKinds: SupportedKinds;
  /** Kinds of the cluster that installs can make. */
  readonly installKinds: readonly Resource[];
  readonly gateway: Pick<Config['gateway'], 'namespace'>;
  readonly operator: Pick<Config['operator'], 'namespace' | 'watchNamespaces' | 'leaderElection'>;
}

/** Permission to read a namespace by its name, which a Role in the namespace can grant. */
const READ_NAMESPACE: Permission = { group: '', resource: 'namespaces', verbs: ['get'] };

/** Permissions of the operator; deploy/chart grants exactly these. */
export function operatorPermissions(needs: OperatorNeeds): readonly Permission[] {
  const { operator, gateway } = needs;
  const namespaces = operator.watchNamespaces;
  const working =
    namespaces.length === 0
      ? [
          ...teamPermissions(needs),
          READ_NAMESPACE,
          ...listenerPermissions(needs.gatewayKinds),
          ...CLASS_PERMISSIONS,
          ...STORAGE_PERMISSIONS,
        ]
      : [
          ...namespaces.flatMap((namespace) =>
            inNamespace(namespace, [...teamPermissions(needs), READ_NAMESPACE]),
          ),
          ...inNamespace(gateway.namespace, [
            ...listenerPermissions(needs.gatewayKinds),
            ...SERVICES_PERMISSIONS,
          ]),
        ];
  return [...working, ledgerPermission(operator), ...electionPermissions(operator)];
}

/** Permissions to read watched namespaces in full, without which a namespace is left out. */
export function readingPermissions(needs: OperatorNeeds): readonly Permission[] {
  const reading = [...teamPermissions(needs), READ_NAMESPACE].map((permission) => ({
    ...permission,
    verbs: permission.verbs.filter((verb) => WATCH.includes(verb) || permission === READ_NAMESPACE),
  }));
  return needs.operator.watchNamespaces.flatMap((namespace) => inNamespace(namespace, reading));
}

function teamPermissions({ gatewayKinds, installKinds }: OperatorNeeds): readonly Permission[] {
  return [
    ...gatewayPermissions(gatewayKinds),
    ...APPLICATION_PERMISSIONS,
    ...marketPermissions(installKinds),
  ];
}

function inNamespace(namespace: string, permissions: readonly Permission[]): Permission[] {
  return permissions.map((permission) => ({ ...permission, namespace }));
}

function ledgerPermission(operator: OperatorNeeds['operator']): Permission {
  // Where the whole cluster is watched, the ConfigMaps of installs are, and this one with them.
  const reading = operator.watchNamespaces.length === 0 ? [] : WATCH;
  const verbs = [...reading, 'create', 'patch'];
  return { group: '', resource: 'configmaps', verbs, ...ledgerOf(operator) };
}

function electionPermissions({ namespace, leaderElection }: OperatorNeeds['operator']): Permission[] {
  const leases = { group: 'coordination.k8s.io', resource: 'leases', namespace };
  // RBAC knows no name in a request to create.
  return leaderElection.enabled
    ? [
        { ...leases, verbs: ['create'] },
        { ...leases, verbs: ['get', 'update'], name: leaderElection.leaseName },
      ]
    : [];
}
