import { createHash } from 'node:crypto';
import { LABELS } from '../api/group.ts';
import { changedAt, type Fields, fieldAt, filled } from '../base/fields.ts';
import type { KubeObject } from '../kube/object.ts';
import { isSubset } from '../kube/subset.ts';
import { appliedDigest, isFromDraft } from '../objects/applied.ts';
import type { ConfigMap, Secret } from '../objects/core.ts';
import type { WorkloadKind } from '../objects/workload.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import type { PlannedObject } from './expand/expansion.ts';
import { isVolume } from './owned.ts';

/** Write by which a stored object becomes the planned one. */
type RequiredWrite =
  | 'none'
  | 'apply'
  /** The change is to an immutable field: the object is deleted and created again. */
  | 'recreate';

/** Comparison of a planned object with its stored form. A stored volume is never written. */
export function requiredWrite(
  { resource, draft }: PlannedObject,
  stored: KubeObject | undefined,
): RequiredWrite {
  if (stored === undefined) {
    return 'apply';
  }
  if (isVolume(resource)) {
    return 'none';
  }
  const { apiVersion: _version, kind: _kind, metadata, ...content } = draft;
  const described =
    isSubset(metadata.labels ?? {}, stored.metadata.labels ?? {}) &&
    isSubset(metadata.annotations ?? {}, stored.metadata.annotations ?? {});
  if (!described || !isSubset(digested(content), stored)) {
    return writeOfMore(resource.kind, content, stored);
  }
  return isFromDraft(draft, stored) ? 'none' : writeOfLess(resource.kind, stored);
}

/**
 * Write by which a stored object loses what an earlier draft had. A workload with immutable pods is created again,
 * unless the release of Stoa that applied it recorded no digest: an upgrade runs no Job a second time.
 */
function writeOfLess(kind: string, stored: KubeObject): RequiredWrite {
  if (!hasImmutablePods(kind)) {
    return 'apply';
  }
  return appliedDigest(stored) === undefined ? 'none' : 'recreate';
}

/**
 * Write by which a stored object gets what a draft has more than it. The Job of a component has the digest of its
 * model in its name: one that a release without digests applied is of the same model, and does not run a second time.
 * Nor does one that only lacks envs, which another release of Stoa gives.
 */
function writeOfMore(kind: string, content: Fields, stored: KubeObject): RequiredWrite {
  if (!isRejected(kind, content, stored)) {
    return 'apply';
  }
  const isOfComponent = stored.metadata.labels?.[LABELS.componentId] !== undefined;
  const isSame = () =>
    appliedDigest(stored) === undefined || !isRejected(kind, withoutNewEnvs(kind, content, stored), stored);
  return hasImmutablePods(kind) && isOfComponent && isSame() ? 'none' : 'recreate';
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

/**
 * Whether the API server would reject the change: of the selector of a workload, of immutable pods, or of the templates
 * of claims. Those that a plan has in common with the stored StatefulSet are equal (plan/standing.ts).
 */
function isRejected(kind: string, content: Fields, stored: KubeObject): boolean {
  if (!isWorkloadKind(kind)) {
    return false;
  }
  const { templatePath, immutableTemplate } = WORKLOAD_KINDS[kind];
  const templatesIn = (object: unknown) => {
    const templates = fieldAt(object, ['spec', 'volumeClaimTemplates']);
    return Array.isArray(templates) ? templates.length : 0;
  };
  if (templatesIn(content) > templatesIn(stored)) {
    return true;
  }
  const immutable = [['selector'], ...(immutableTemplate ? [templatePath] : [])];
  return immutable
    .map((path) => ['spec', ...path])
    .some((path) => {
      const wanted = fieldAt(content, path);
      return wanted !== undefined && !isSubset(wanted, fieldAt(stored, path));
    });
}

function hasImmutablePods(kind: string): kind is WorkloadKind {
  return isWorkloadKind(kind) && WORKLOAD_KINDS[kind].immutableTemplate;
}

/** Most values of a Secret or ConfigMap that have digests of their own, and most characters of a type. */
const MAX_DIGESTS = 1_000;
const MAX_TYPE = 253;

/** Cached form of a Secret or ConfigMap: a digest in place of each value; of many values, one digest of all. */
export function withDigests(object: Secret & ConfigMap): Secret {
  const { apiVersion, kind, metadata, type = '', immutable, data = {}, binaryData } = object;
  return {
    apiVersion,
    kind,
    metadata,
    ...(type !== '' && type.length <= MAX_TYPE ? { type } : {}),
    ...(immutable === undefined ? {} : { immutable }),
    ...digested({ data, ...(binaryData === undefined ? {} : { binaryData }) }),
  };
}

function digested(content: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // Only the data of Secrets is confidential; that of ConfigMaps is compared in the same way.
  const large = ['data', 'binaryData'].filter((field) => content[field] !== undefined);
  return { ...content, ...Object.fromEntries(large.map((field) => [field, digestsOf(content[field])])) };
}

function digestsOf(values: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(values as object);
  return entries.length > MAX_DIGESTS
    ? { '': digest(JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))) }
    : Object.fromEntries(entries.map(([key, value]) => [key, digest(value)]));
}

function digest(value: unknown): string {
  return createHash('sha256').update(String(value)).digest('base64');
}
