import { readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { supportedKindsOf } from '../../src/gateway/supportedkinds.ts';
import type { Permission } from '../../src/kube/permissions.ts';
import { INSTALLABLE } from '../../src/objects/installable.ts';
import { operatorPermissions } from '../../src/operator/permissions.ts';
import { retirePermissions } from '../../src/operator/retire.ts';
import { restPermissions } from '../../src/rest/permissions.ts';

/** The rules of a role, and its name. */
export interface Role {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

const deploy = new URL('../../deploy/', import.meta.url);

/** The roles of deploy/base, and of deploy/retire. */
export const ROLES = [
  ...readdirSync(new URL('base/access/', deploy)).map((file) => `base/access/${file}`),
  'retire/access.yaml',
].flatMap((path) => rolesIn(readFileSync(new URL(path, deploy), 'utf8')));

/** The roles among the documents of a manifest. */
export function rolesIn(manifest: string): Role[] {
  return parseAllDocuments(manifest)
    .map((document) => document.toJS() as Role | null)
    .filter((role) => role !== null)
    .filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole');
}

/** Permissions that the operator of a release checks for these namespaces, or else for all, if every kind is served. */
export function operatorNeeds(
  watchNamespaces: readonly string[] = [],
  release = 'stoa',
): readonly Permission[] {
  return operatorPermissions({
    gatewayKinds: supportedKindsOf({ serves: () => true }),
    installKinds: INSTALLABLE,
    gateway: { namespace: 'stoa-system' },
    operator: operatorOf(watchNamespaces, release),
  });
}

/** Permissions that the retire process of such an operator checks. */
export function retireNeeds(
  watchNamespaces: readonly string[] = [],
  release = 'stoa',
): readonly Permission[] {
  return retirePermissions(operatorOf(watchNamespaces, release));
}

/** Settings of the operator of the release `stoa`. */
export const OPERATOR = operatorOf([], 'stoa');

function operatorOf(watchNamespaces: readonly string[], release: string) {
  return {
    namespace: 'stoa-system',
    watchNamespaces: [...watchNamespaces],
    leaderElection: { enabled: true, leaseName: `${release}-operator`, leaseSeconds: 15 },
  };
}

/** Permissions that the processes check, by name of their ServiceAccount. */
export const NEEDED: Readonly<Record<'stoa-operator' | 'stoa-rest' | 'stoa-retire', readonly Permission[]>> =
  {
    'stoa-operator': operatorNeeds(),
    'stoa-rest': restPermissions(OPERATOR),
    'stoa-retire': retireNeeds(),
  };

/** Each verb that the roles with a name grant, as separate permissions. */
export function granted(name: string): Permission[] {
  return rightsOf(ROLES.filter(({ metadata }) => metadata.name === name));
}

/** Each verb that roles grant, as separate permissions. */
export function rightsOf(roles: readonly Role[]): Permission[] {
  return roles.flatMap(({ rules, metadata }) =>
    rules.flatMap(({ apiGroups, resources, resourceNames = [undefined], verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          resourceNames.flatMap((name) =>
            verbs.map((verb) => ({
              group,
              resource,
              verbs: [verb],
              ...placeOf(metadata),
              ...(name === undefined ? {} : { name }),
            })),
          ),
        ),
      ),
    ),
  );
}

/** Each verb of permissions, as separate permissions without duplicates. */
export function oneByOne(permissions: readonly Permission[]): Permission[] {
  const all = permissions.flatMap(({ verbs, ...rest }) => verbs.map((verb) => ({ ...rest, verbs: [verb] })));
  return [...new Map(all.map((each) => [words(each), each])).values()];
}

/** Text of a permission, as the self-check prints it. */
export function words({ verbs, group, resource, namespace, name }: Permission): string {
  const objects = `${verbs.join()} ${group === '' ? resource : `${resource}.${group}`}`;
  const what = name === undefined ? objects : `${objects} named ${name}`;
  return namespace === undefined ? what : `${what} in ${namespace}`;
}

function placeOf({ namespace }: Role['metadata']): Pick<Permission, 'namespace'> {
  return namespace === undefined ? {} : { namespace };
}
