import { describe, expect, it } from 'vitest';
import type { KubeObject, ObjectDraft } from '../../../src/kube/object.ts';
import { appliedDigest, isFromDraft, withDigest } from '../../../src/objects/applied.ts';

const DRAFT: ObjectDraft = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'keys', namespace: 'team', annotations: { mine: 'yes' } },
  data: { password: 'Y2FuYXJ5' },
};

/** Stored form of a draft. */
function stored(draft: ObjectDraft): KubeObject {
  const server = { uid: 'u', resourceVersion: '1', creationTimestamp: '2026-06-01T12:00:00Z' };
  return { ...draft, metadata: { ...draft.metadata, ...server } };
}

describe('the digest of a draft', () => {
  it('is an annotation beside those of the draft', () => {
    expect(withDigest(DRAFT).metadata.annotations).toEqual({
      mine: 'yes',
      'stoa.dev/applied': expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('tells that a stored object comes from the draft', () => {
    expect(isFromDraft(DRAFT, stored(withDigest(DRAFT)))).toBe(true);
  });

  it.each<[string, ObjectDraft]>([
    ['a field less', { ...DRAFT, immutable: true }],
    [
      'an annotation less',
      { ...DRAFT, metadata: { ...DRAFT.metadata, annotations: { mine: 'yes', more: 'x' } } },
    ],
    ['a value less', { ...DRAFT, data: { password: 'Y2FuYXJ5', user: 'eA==' } }],
  ])('differs from that of an earlier draft if the draft has %s', (_, before) => {
    expect(isFromDraft(DRAFT, stored(withDigest(before)))).toBe(false);
  });

  it('does not depend on owners, which come and go', () => {
    const ownerReferences = [{ apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', name: 'a', uid: 'u' }];
    const owned = { ...DRAFT, metadata: { ...DRAFT.metadata, ownerReferences } };
    expect(isFromDraft(DRAFT, stored(withDigest(owned)))).toBe(true);
  });

  it('tells nothing of confidential values', () => {
    const other = { ...DRAFT, data: { password: 'b3RoZXI=' } };
    expect(withDigest(other).metadata).toEqual(withDigest(DRAFT).metadata);
  });

  it('is missing on an object that a release without digests applied', () => {
    expect(appliedDigest(stored(DRAFT))).toBeUndefined();
    expect(isFromDraft(DRAFT, stored(DRAFT))).toBe(false);
  });
});
