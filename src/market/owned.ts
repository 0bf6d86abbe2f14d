import { createHash } from 'node:crypto';
import { LABELS, MANAGED_BY } from '../api/group.ts';
import { type Fields, fieldAt } from '../base/fields.ts';
import type { KubeObject, ObjectDraft, OwnerReference } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { isSubset } from '../kube/subset.ts';
import { CLAIMS, type Secret } from '../objects/core.ts';
import { MARKET_INSTALL_TYPE, type MarketInstall } from '../objects/stoa.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../workload/kinds.ts';
import type { Wanted } from './expand/expansion.ts';

/** What it takes to make a stored object what it should be. */
export type RequiredWrite =
  | 'none'
  | 'apply'
  /** The API server refuses to change it: it must be made anew. */
  | 'replace';

/** The labels of everything that an install makes. */
export function labelsOf({ metadata }: MarketInstall) {
  return { ...MANAGED_BY, [LABELS.install]: metadata.uid };
}

/** The install as the owner of what it makes. */
export function ownerOf({ metadata: { name, uid } }: MarketInstall): OwnerReference {
  return { ...MARKET_INSTALL_TYPE, name, uid };
}

/** Whether what an object holds must outlive its install unless somebody says otherwise. */
export function isVolume({ kind }: { readonly kind: string }): boolean {
  return kind === CLAIMS.kind;
}

/**
 * What is sent for a wanted object: with its install as the owner, so that nothing is left even where the
 * finalizer was taken away by force; volumes have none, since then they would go too.
 */
export function draftOf({ resource, draft }: Wanted, install: MarketInstall): ObjectDraft {
  const owner = isVolume(resource) ? {} : { ownerReferences: [ownerOf(install)] };
  return { ...draft, metadata: { ...draft.metadata, ...owner } };
}

/** Compares what is wanted with what is stored. A volume that stands is left as it is. */
export function requiredWrite({ resource, draft }: Wanted, stored: KubeObject | undefined): RequiredWrite {
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
  if (described && isSubset(sealed(content), stored)) {
    return 'none';
  }
  return isRejected(resource.kind, content, stored) ? 'replace' : 'apply';
}

/** Whether the API server would reject the change, because pods cannot be changed in a workload of this kind. */
function isRejected(kind: string, content: Fields, stored: KubeObject): boolean {
  if (!isWorkloadKind(kind) || !WORKLOAD_KINDS[kind].immutableTemplate) {
    return false;
  }
  const path = ['spec', ...WORKLOAD_KINDS[kind].templatePath];
  return !isSubset(fieldAt(content, path), fieldAt(stored, path));
}

/** A Secret as the caches keep it: each value only as its digest. */
export function withDigests(secret: Secret): Secret {
  return { ...secret, ...sealed({ data: secret.data ?? {} }) } as Secret;
}

function sealed(content: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // Only Secrets have data that must not be kept; what ConfigMaps have is compared in the same way.
  const { data, ...rest } = content;
  return data === undefined
    ? rest
    : {
        ...rest,
        data: Object.fromEntries(Object.entries(data as object).map(([key, value]) => [key, digest(value)])),
      };
}

function digest(value: unknown): string {
  return createHash('sha256').update(String(value)).digest('base64');
}

/** Where an object is in the API: what tells one wanted object from another. */
export function objectKeyOf(resource: Pick<Resource, 'group' | 'kind'>, name: string): string {
  return `${resource.group}/${resource.kind}/${name}`;
}
