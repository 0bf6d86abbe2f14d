import { INSTALL_ACCOUNT } from '../../api/group.ts';
import { REASONS } from '../../api/reason.ts';
import type { Permission, Right } from '../../kube/permissions.ts';
import { RECHECK_MS, RIGHTS_RECHECK_MS } from '../recheck.ts';
import { type StatusDraft, waiting } from '../status/verdicts.ts';

/** Kind of the objects of a right, and a verb on them. */
export type KindRight = Pick<Right, 'verb' | 'group' | 'resource'>;

/** Conditions of an install that need rights of the account. */
export type RightsAspect = 'TemplateResolved' | 'Applied';

/** Draft of an install in a namespace without the account. */
export function accountMissing(namespace: string): StatusDraft {
  // An install continues as soon as the account exists: it then has its rights already.
  const create = `${bindEdit(namespace)} && kubectl create serviceaccount ${INSTALL_ACCOUNT} --namespace=${namespace}`;
  const message = `the namespace has no ServiceAccount ${INSTALL_ACCOUNT}, as which Stoa writes what an install makes; to create it: ${create}`;
  return waiting('Accepted', REASONS.accountMissing, message, RECHECK_MS);
}

/** Draft of an install whose account lacks rights; `needed` are all that were asked for. */
export function rightsMissing(
  aspect: RightsAspect,
  namespace: string,
  missing: readonly KindRight[],
  needed: readonly Permission[] = [],
): StatusDraft {
  const hasNone = missing.length === needed.reduce((sum, { verbs }) => sum + verbs.length, 0);
  const grant = hasNone ? bindEdit(namespace) : grantOf(namespace, missing);
  const message = `the ServiceAccount ${INSTALL_ACCOUNT} of the namespace may not ${wordsOf(missing)}; to grant it: ${grant}`;
  return waiting(aspect, REASONS.rightMissing, message, RIGHTS_RECHECK_MS);
}

function bindEdit(namespace: string): string {
  return `kubectl create rolebinding ${INSTALL_ACCOUNT} --namespace=${namespace} --clusterrole=edit --serviceaccount=${namespace}:${INSTALL_ACCOUNT}`;
}

/** Commands that grant rights by a role of their own. */
function grantOf(namespace: string, missing: readonly KindRight[]): string {
  const resources = [...new Set(missing.map(resourceOf))];
  const verbs = [...new Set(missing.map(({ verb }) => verb))];
  const name = `${INSTALL_ACCOUNT}-${missing[0]?.resource.replace('/', '-')}`;
  return [
    `kubectl create role ${name} --namespace=${namespace} --verb=${verbs} --resource=${resources}`,
    `kubectl create rolebinding ${name} --namespace=${namespace} --role=${name} --serviceaccount=${namespace}:${INSTALL_ACCOUNT}`,
  ].join(' && ');
}

/** `<verbs> <resources>` of rights, those with the same verbs together. */
function wordsOf(missing: readonly KindRight[]): string {
  const byResource = Map.groupBy(missing, resourceOf);
  const byVerbs = Map.groupBy(byResource, ([, rights]) => rights.map(({ verb }) => verb).join(', '));
  return [...byVerbs]
    .map(([verbs, resources]) => `${verbs} ${resources.map(([resource]) => resource).join(', ')}`)
    .join('; ');
}

function resourceOf({ group, resource }: KindRight): string {
  return group === '' ? resource : `${resource}.${group}`;
}
