import { readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { servingOf } from '../../src/gateway/serving.ts';
import type { Permission } from '../../src/kube/permissions.ts';
import { INSTALLED } from '../../src/objects/installed.ts';
import { operatorPermissions } from '../../src/permissions.ts';
import { REST_PERMISSIONS } from '../../src/rest/permissions.ts';

/** A role, as far as it is read. */
export interface Role {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

const folder = new URL('../../deploy/base/access/', import.meta.url);

/** The roles of deploy/base. */
export const ROLES = readdirSync(folder)
  .flatMap((file) => parseAllDocuments(readFileSync(new URL(file, folder), 'utf8')))
  .map((document) => document.toJS() as Role)
  .filter(({ kind }) => kind === 'Role' || kind === 'ClusterRole');

/** What the two processes say that they need, where every kind is served, by the names of their accounts. */
export const NEEDED: Readonly<Record<'stoa-operator' | 'stoa-rest', readonly Permission[]>> = {
  'stoa-operator': operatorPermissions({
    serving: servingOf({ serves: () => true }),
    kinds: INSTALLED,
    gateway: { namespace: 'stoa-system' },
    operator: {
      namespace: 'stoa-system',
      watchNamespaces: [],
      leaderElection: { enabled: true, leaseName: 'stoa-operator', leaseSeconds: 15 },
    },
  }),
  'stoa-rest': REST_PERMISSIONS,
};

/** Each verb that the roles of a name grant, one by one. */
export function granted(name: string): Permission[] {
  return ROLES.filter(({ metadata }) => metadata.name === name).flatMap(({ rules, metadata }) =>
    rules.flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          verbs.map((verb) => ({ group, resource, verbs: [verb], ...placeOf(metadata) })),
        ),
      ),
    ),
  );
}

function placeOf({ namespace }: Role['metadata']): Pick<Permission, 'namespace'> {
  return namespace === undefined ? {} : { namespace };
}
