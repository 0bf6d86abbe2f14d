import { INSTALL_ACCOUNT } from '../../api/group.ts';
import { REASONS } from '../../api/reason.ts';
import { isFailure, isTooLarge, KubeError } from '../../kube/error.ts';
import type { Permission, Right } from '../../kube/permissions.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import {
  failing,
  type Halted,
  halted,
  RECHECK_MS,
  RIGHTS_RECHECK_MS,
  type StatusDraft,
  waiting,
} from '../status/verdicts.ts';
import { accountUser } from './account.ts';
import { OPERATORS_PERMISSION } from './operators.ts';

/**
 * Result of work as the account of an install, or the status of one whose account lacks a right for it; `aspect` is the
 * condition that tells so. Throws every other error of `work`.
 */
export async function permitted<T>(
  install: MarketInstall,
  aspect: RightsAspect,
  work: () => Promise<T>,
): Promise<T | Halted> {
  try {
    return await work();
  } catch (error) {
    const draft =
      error instanceof KubeError
        ? (draftOf(error, aspect, install.metadata.namespace) ?? refusedDraft(error, aspect, install))
        : undefined;
    if (draft === undefined) {
      throw error;
    }
    return halted(draft);
  }
}

/** Whether the API server rejects an object, other than for a right that its writer lacks. */
export function isRejection(error: unknown): error is KubeError {
  return isFailure(error, 'invalid') || (isFailure(error, 'forbidden') && deniedBy(error) === undefined);
}

function draftOf(error: KubeError, aspect: RightsAspect, namespace: string): StatusDraft | undefined {
  const denied = deniedBy(error);
  if (denied?.user === accountUser(namespace)) {
    return rightsMissing(aspect, namespace, [denied]);
  }
  return denied?.verb === 'impersonate' || denied?.resource === OPERATORS_PERMISSION.resource
    ? waiting(aspect, REASONS.rejected, `the operator lacks a right: ${error.message}`, RECHECK_MS)
    : undefined;
}

/** Draft for an answer of the API server that may stay, so that the install has a status; it is tried again. */
function refusedDraft(
  error: KubeError,
  aspect: RightsAspect,
  { metadata: { generation = 1 }, status }: MarketInstall,
): StatusDraft | undefined {
  const isNew = (status?.observedGeneration ?? 0) < generation;
  const message = `the API server refuses a call: ${error.message}`;
  return isLasting(error) || (isNew && isAnswer(error))
    ? failing(aspect, REASONS.rejected, message, error)
    : undefined;
}

/** Whether the same call gets the same answer until a client changes its content, a policy, or a quota. */
function isLasting(error: KubeError): boolean {
  const { failure } = error;
  return (
    isRejection(error) || isTooLarge(error) || (failure.type === 'refused' && LASTING.has(failure.status))
  );
}

/** Status codes of answers to a call that is wrong, such as one that is too large. */
const LASTING = new Set([402, 405, 406, 413, 414, 415, 431]);

/** Whether the API server has answered, and not only that it is busy or that a decision used outdated state. */
function isAnswer({ failure: { type } }: KubeError): boolean {
  return type === 'refused' || type === 'forbidden' || type === 'field-conflict';
}

function deniedBy({ failure }: KubeError) {
  return failure.type === 'forbidden' ? failure.denied : undefined;
}

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
