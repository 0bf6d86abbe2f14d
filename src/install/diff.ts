import { isDeepStrictEqual } from 'node:util';
import { ANNOTATIONS, LABELS } from '../api/group.ts';
import { changedAt, type Fields, fieldAt, fieldsOf, filled, present } from '../base/fields.ts';
import { shortHash } from '../base/hash.ts';
import { isImmutableField } from '../kube/error.ts';
import type { KubeObject, ObjectDraft } from '../kube/object.ts';
import { appliedFields, otherOwner, ownsField } from '../kube/ownedfields.ts';
import type { Resource } from '../kube/resource.ts';
import { isSubset } from '../kube/subset.ts';
import { appliedDigest, withDigest } from '../objects/applied.ts';
import type { AppliedObjects, Standing } from '../objects/applies.ts';
import { SERVICES } from '../objects/core.ts';
import type { PlannedObject } from '../objects/planned.ts';
import { GATEWAY_RULES } from '../objects/stoa.ts';
import { SCALABLE, STATEFUL_SETS, type WorkloadKind } from '../objects/workload.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import { FIELD_MANAGER, isVolume } from './owned.ts';
import { digested, isOneDigest } from './stored.ts';

/** Write by which a stored object becomes the planned one. */
export type RequiredWrite =
  | 'none'
  | 'apply'
  /** An apply that may change nothing: it shows what the API server answers, and makes no other version. */
  | 'confirm'
  /** The model has changed what cannot change: the object is deleted and created again. */
  | 'recreate';

/** Comparison of a planned object with its stored form. A volume, and what is being deleted, is never written. */
export function requiredWrite(
  planned: PlannedObject,
  stored: KubeObject | undefined,
  applies: AppliedObjects,
): RequiredWrite {
  if (stored === undefined) {
    return 'apply';
  }
  if (isVolume(planned.resource) || stored.metadata.deletionTimestamp !== undefined) {
    return 'none';
  }
  switch (standingOf(planned, stored, applies).type) {
    case 'in-place':
    case 'contested':
      return 'none';
    case 'unconfirmed':
      // The API server rejects the pods of a Job that a policy, gone since, has rewritten.
      return hasImmutablePods(planned.resource.kind) ? 'none' : 'confirm';
    case 'drifted':
      return 'apply';
    case 'outdated':
      return writeOfChange(planned, stored);
  }
}

/** Standing of a stored object beside the planned one. */
export function standingOf(planned: PlannedObject, stored: KubeObject, applies: AppliedObjects): Standing {
  const { draft } = planned;
  const hasOtherData = Object.entries(digested(dataOf(draft))).some(
    ([field, digests]) => isOneDigest(digests) && !isDeepStrictEqual(digests, fieldAt(stored, [field])),
  );
  return hasOtherData
    ? { type: 'outdated' }
    : applies.standingOf(draft, stored, () => comparedForm(planned, stored));
}

/** Draft of a planned object in the form of a stored one: without what its scaler holds, and with digests of data. */
export function comparedForm(planned: PlannedObject, stored: KubeObject): ObjectDraft {
  const draft = besideScaler(planned, stored);
  const data = Object.entries(digested(dataOf(draft))).filter(([, digests]) => !isOneDigest(digests));
  const { data: _data, binaryData: _files, ...rest } = draft;
  return { ...rest, ...Object.fromEntries(data) };
}

function dataOf({ data, binaryData }: ObjectDraft): Fields {
  return { ...present({ data }), ...present({ binaryData }) };
}

/** Draft that is applied over a stored object: with the digests by which it is found to be in place. */
export function appliedForm(planned: PlannedObject, stored: KubeObject | undefined): ObjectDraft {
  const { metadata } = withDigest(planned.draft);
  const template = templateDigest(planned);
  const annotations = { ...metadata.annotations, ...(template && { [ANNOTATIONS.template]: template }) };
  const isLeft = stored !== undefined && ownsNumber(stored);
  return {
    ...withNumber(besideScaler(planned, stored), stored, isLeft),
    metadata: { ...metadata, annotations },
  };
}

/** Draft of an object that is created again: with the number of replicas that an apply would leave. */
export function recreatedForm(planned: PlannedObject, stored: KubeObject): ObjectDraft {
  const isLeft = ownsNumber(stored) || scalerOf(stored) !== undefined;
  const { spec } = withNumber(besideScaler(planned, stored), stored, isLeft);
  return { ...appliedForm(planned, undefined), ...(spec === undefined ? {} : { spec }) };
}

/**
 * Draft with the stored number of replicas where it names none, and `isLeft` says that an apply would otherwise take that
 * away: a version leaves the number to an autoscaler, which may take seconds to set one, and without any there is one pod.
 */
function withNumber(draft: ObjectDraft, stored: KubeObject | undefined, isLeft: boolean): ObjectDraft {
  const number = fieldAt(stored, REPLICAS);
  const isOpen = isLeft && isScalable(draft) && fieldAt(draft, REPLICAS) === undefined;
  return isOpen && typeof number === 'number' && number > 0
    ? { ...draft, spec: { ...fieldsOf(draft.spec), replicas: number } }
    : draft;
}

/** Draft without the number of replicas, where another client holds it and the draft is not to stop the workload. */
function besideScaler({ draft }: PlannedObject, stored: KubeObject | undefined): ObjectDraft {
  const { replicas, ...spec } = fieldsOf(draft.spec);
  const isHeld = replicas !== undefined && replicas !== 0 && stored && scalerOf(stored) !== undefined;
  return isHeld ? { ...draft, spec } : draft;
}

/** Digest of the pod template of a workload that runs it once; undefined for other objects. */
export function templateDigest({ resource: { kind }, draft }: PlannedObject): string | undefined {
  return hasImmutablePods(kind)
    ? shortHash(JSON.stringify(fieldAt(draft.spec, WORKLOAD_KINDS[kind].templatePath)), 16)
    : undefined;
}

/** Write by which a stored object becomes one of another draft. */
function writeOfChange(planned: PlannedObject, stored: KubeObject): RequiredWrite {
  const { resource, draft } = planned;
  if (hasImmutablePods(resource.kind)) {
    return writeOfJob(planned, stored);
  }
  const isOther = [hasOtherSelector, hasMoreTemplates, hasOtherAddress].some((check) =>
    check(resource, draft, stored),
  );
  return isOther ? 'recreate' : 'apply';
}

/**
 * Write by which a Job becomes one of another draft. It runs again only for another pod template. The Job of a component
 * has the digest of its model in its name: one that a release without digests applied is of the same model. Nor does
 * one run again that only lacks envs, which another release of Stoa gives.
 */
function writeOfJob(planned: PlannedObject, stored: KubeObject): RequiredWrite {
  const { kind } = planned.resource;
  const { metadata: _metadata, ...content } = planned.draft;
  const ran = stored.metadata.annotations?.[ANNOTATIONS.template];
  const isOfComponent = stored.metadata.labels?.[LABELS.componentId] !== undefined;
  const isUnmarked = appliedDigest(stored) === undefined;
  if (ran === templateDigest(planned) || (ran === undefined && !hasOtherPods(kind, content, stored))) {
    return isUnmarked && isSubset(content, stored) ? 'none' : 'apply';
  }
  const isSame = () => isUnmarked || !hasOtherPods(kind, withoutNewEnvs(kind, content, stored), stored);
  return isOfComponent && isSame() ? 'none' : 'recreate';
}

/** Content of a workload whose containers have only the envs that those of the stored one have. */
function withoutNewEnvs(kind: string, content: Fields, stored: KubeObject): Fields {
  const { templatePath } = WORKLOAD_KINDS[kind as WorkloadKind];
  const path = ['spec', ...templatePath, 'spec'];
  const listOf = (fields: unknown, name: string) => {
    const list = fieldAt(fields, [name]);
    return Array.isArray(list) ? (list as readonly Fields[]) : [];
  };
  const before = fieldAt(stored, path);
  const withoutNew = (pod: Fields, list: string) => {
    const known = new Map(listOf(before, list).map((each) => [each.name, each]));
    return listOf(pod, list).map((each) => {
      const names = new Set(listOf(known.get(each.name), 'env').map(({ name }) => name));
      return { ...each, env: listOf(each, 'env').filter(({ name }) => names.has(name)) };
    });
  };
  return changedAt(content, path, (pod) => ({
    ...pod,
    ...filled({ initContainers: withoutNew(pod, 'initContainers') }),
    containers: withoutNew(pod, 'containers'),
  }));
}

/** Whether the stored pod template, which cannot change, lacks something of the content. */
function hasOtherPods(kind: string, content: Fields, stored: KubeObject): boolean {
  const path = ['spec', ...WORKLOAD_KINDS[kind as WorkloadKind].templatePath];
  return !isSubset(fieldAt(content, path), fieldAt(stored, path));
}

/** Whether a workload selects other pods than the stored one, which cannot change. */
function hasOtherSelector({ kind }: Resource, draft: ObjectDraft, stored: KubeObject): boolean {
  const selector = fieldAt(draft.spec, ['selector']);
  return (
    isWorkloadKind(kind) &&
    selector !== undefined &&
    !isSubset(selector, fieldAt(stored, ['spec', 'selector']))
  );
}

/**
 * Whether a StatefulSet has more templates of claims than the stored one, which cannot change. Those that both have are
 * equal (plan/standing.ts).
 */
function hasMoreTemplates(_: Resource, draft: ObjectDraft, stored: KubeObject): boolean {
  const templatesIn = (object: unknown) => {
    const templates = fieldAt(object, ['spec', 'volumeClaimTemplates']);
    return Array.isArray(templates) ? templates.length : 0;
  };
  return templatesIn(draft) > templatesIn(stored);
}

/** Whether only one of a Service and its stored form has an address: the API server keeps what it has without a word. */
function hasOtherAddress({ kind, group }: Resource, draft: ObjectDraft, stored: KubeObject): boolean {
  const isHeadless = (object: unknown) => fieldAt(object, ['spec', 'clusterIP']) === 'None';
  const isService = kind === SERVICES.kind && group === SERVICES.group;
  return isService && isHeadless(draft) !== isHeadless(stored);
}

/** Kinds whose objects are not created again: what they hold would be lost, or could be taken by others meanwhile. */
const LASTING: readonly string[] = [STATEFUL_SETS, GATEWAY_RULES].map(({ kind }) => kind);

/**
 * Whether an object is to be created again after a rejected apply: the model has changed a field that cannot change, and
 * nothing is lost with the object.
 */
export function isReplacedAfter(
  rejection: unknown,
  planned: PlannedObject,
  stored: KubeObject,
  applies: AppliedObjects,
): boolean {
  const { resource } = planned;
  const isLasting = isVolume(resource) || LASTING.includes(resource.kind);
  const { type } = standingOf(planned, stored, applies);
  const hasNewData = type === 'unconfirmed' && Object.keys(dataOf(planned.draft)).length > 0;
  return !isLasting && isImmutableField(rejection) && (type === 'outdated' || hasNewData);
}

function hasImmutablePods(kind: string): kind is WorkloadKind {
  return isWorkloadKind(kind) && WORKLOAD_KINDS[kind].immutableTemplate;
}

const REPLICAS = ['spec', 'replicas'];

/** Whether Stoa has applied the number of replicas of a stored object. */
function ownsNumber(stored: KubeObject): boolean {
  return ownsField(appliedFields(stored, FIELD_MANAGER) ?? {}, REPLICAS);
}

function isScalable({ kind }: { readonly kind: string }): boolean {
  return SCALABLE.some((each) => each.kind === kind);
}

/** Field managers of people, who scale by the same subresource as autoscalers. */
const OF_PEOPLE = /^kubectl/;

/**
 * Field manager that holds the number of replicas of a workload: an autoscaler, which writes the subresource `scale`, or
 * whoever else scales a workload with the annotation `stoa.dev/keep-replicas`. Undefined where it is that of the model.
 */
export function scalerOf(stored: KubeObject): string | undefined {
  const other =
    isScalable(stored) && !ownsNumber(stored) ? otherOwner(stored, FIELD_MANAGER, REPLICAS) : undefined;
  if (other?.manager === undefined) {
    return undefined;
  }
  const isAutoscaler = other.subresource === 'scale' && !OF_PEOPLE.test(other.manager);
  const isKept = stored.metadata.annotations?.[ANNOTATIONS.keepReplicas] === 'true';
  return isAutoscaler || isKept ? other.manager : undefined;
}
