import { ANNOTATIONS } from '../api/group.ts';
import type { Fields } from '../base/fields.ts';
import { shortHash } from '../base/hash.ts';
import type { KubeObject, ObjectDraft } from '../kube/object.ts';

const DIGITS = 16;

/**
 * Draft with its digest in an annotation. A comparison of fields alone does not find what an earlier draft had and
 * this one lacks, which stays on the stored object until the next apply.
 */
export function withDigest<T extends ObjectDraft>(draft: T): T {
  const annotations = { ...draft.metadata.annotations, [ANNOTATIONS.applied]: draftDigest(draft) };
  return { ...draft, metadata: { ...draft.metadata, annotations } };
}

/** Whether a stored object was last applied from a draft, or from one that differs in its owners only. */
export function isFromDraft(draft: ObjectDraft, stored: KubeObject): boolean {
  return appliedDigest(stored) === draftDigest(draft);
}

/** Digest of the draft from which a stored object was last applied; undefined where it had none. */
export function appliedDigest({ metadata }: KubeObject): string | undefined {
  return metadata.annotations?.[ANNOTATIONS.applied];
}

/** Digest of a draft without its owners and its data. */
export function draftDigest(draft: ObjectDraft): string {
  const known = digests.get(draft);
  if (known !== undefined) {
    return known;
  }
  const { metadata, data, ...content } = draft;
  const { ownerReferences: _owners, ...rest } = metadata;
  const digest = shortHash(JSON.stringify([rest, content, keysOf(data)]), DIGITS);
  digests.set(draft, digest);
  return digest;
}

/** Digests by draft: a plan is compared many times, and never changes. */
const digests = new WeakMap<ObjectDraft, string>();

/** Keys of the data of a Secret or ConfigMap; a digest of confidential values has no place in an annotation. */
function keysOf(data: unknown): readonly string[] {
  return Object.keys((data ?? {}) as Fields).toSorted();
}
