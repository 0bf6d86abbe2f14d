import { describe, expect, it } from 'vitest';
import { ownedDraft } from '../../../src/install/owned.ts';
import { CLAIMS, SECRETS } from '../../../src/objects/core.ts';
import { installOf, plannedObject } from '../../support/plans.ts';

describe('the draft of a planned object', () => {
  it('has the install as its owner, except for volumes', () => {
    const owner = {
      apiVersion: 'stoa.dev/v1alpha1',
      kind: 'MarketInstall',
      name: 'shop',
      uid: 'install-uid',
    };
    const { metadata } = ownedDraft(plannedObject(SECRETS, 'x', {}), installOf());
    expect(metadata.ownerReferences).toEqual([owner]);
    expect(ownedDraft(plannedObject(CLAIMS, 'x', {}), installOf()).metadata.ownerReferences).toBeUndefined();
  });
});
