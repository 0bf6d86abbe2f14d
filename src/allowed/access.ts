import type { Grants } from '../api/grants.ts';
import { LABELS } from '../api/group.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS } from '../objects/core.ts';
import type { PlannedObject } from '../objects/planned.ts';

/** Kinds of objects that pods refer to by name, by the grants of them. */
const REFERRED = {
  secrets: SECRETS.kind,
  configMaps: CONFIG_MAPS.kind,
  claims: CLAIMS.kind,
  serviceAccounts: SERVICE_ACCOUNTS.kind,
} as const;

/** Grant of objects by their names. */
export type Referred = keyof typeof REFERRED;

/** Access of a model: what it brings along, and what its install grants. */
export interface Access {
  readonly grants: Grants;
  /** Objects that the model brings along, as `Kind/name`. */
  readonly own: ReadonlySet<string>;
  readonly namespace: string;
  /**
   * ServiceAccounts of the model that its RoleBindings give rights, so that pods get their tokens, and whether they do
   * where a pod does not say it.
   */
  readonly bound: ReadonlyMap<string, boolean>;
  /** Whether its pods may have annotations that are private to it, without a grant. */
  readonly privateNotes?: boolean;
  /** Label that every pod of the install has, and no other; part of every selector. */
  readonly selector: Readonly<Record<string, string>>;
}

/** Access of a model that brings nothing along. */
export function accessOf({
  grants,
  namespace,
  install,
}: {
  readonly grants: Grants;
  readonly namespace: string;
  readonly install: { readonly uid: string };
}): Access {
  return {
    grants,
    namespace,
    own: new Set(),
    bound: new Map(),
    selector: { [LABELS.install]: install.uid },
  };
}

/** Access of a model that brings more objects along. */
export function withOwn(access: Access, objects: readonly PlannedObject[]): Access {
  const names = objects.map(({ resource, draft }) => `${resource.kind}/${draft.metadata.name}`);
  return { ...access, own: new Set([...access.own, ...names]) };
}

/** Whether a model brings along an object of a kind. */
export function isOwn({ own }: Access, kind: string, name: string): boolean {
  return own.has(`${kind}/${name}`);
}

/** Reason why a model must not refer to an object; undefined where it may. */
export function denialOf(access: Access, referred: Referred, name: string): string | undefined {
  const kind = REFERRED[referred];
  return isOwn(access, kind, name) || access.grants[referred]?.includes(name)
    ? undefined
    : `${kind} ${name} is not the install's own; ${grantOf(referred, name)}`;
}

/** Sentence about the grant that would allow something. */
export function grantOf(grant: Exclude<keyof Grants, Flag>, name: string): string {
  return `spec.grants.${grant}: [${name}] allows it`;
}

type Flag = 'runAsRoot' | 'allowPrivilegeEscalation' | 'networkPolicies' | 'roles';

/** Sentence about a grant without names. */
export function grantText(grant: Flag): string {
  return `spec.grants.${grant}: true allows it`;
}
