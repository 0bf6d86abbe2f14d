import { describe, expect, it } from 'vitest';
import { isReleased, volumeFor } from '../../../../../deploy/local/node/volume.ts';
import type { PersistentVolumeClaim } from '../../../../../src/objects/core.ts';

describe('a claim', () => {
  const metadata = {
    name: 'data',
    namespace: 'team',
    uid: 'u1',
    resourceVersion: '1',
    creationTimestamp: 't',
  };
  const claimOf = (spec: PersistentVolumeClaim['spec'], more = {}): PersistentVolumeClaim => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...metadata, ...more },
    spec: { storageClassName: 'local', accessModes: ['ReadWriteOnce'], ...spec },
  });

  it('gets a volume of its own', () => {
    const claim = claimOf({ resources: { requests: { storage: '10Gi' } } });
    expect(volumeFor(claim)).toMatchObject({
      metadata: { name: 'pvc-u1' },
      spec: {
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { namespace: 'team', name: 'data', uid: 'u1' },
      },
    });
  });

  it.each([
    ['of another class', claimOf({ storageClassName: 'fast' })],
    ['that has one', claimOf({ volumeName: 'pvc-u1' })],
    ['that is to go', claimOf({}, { deletionTimestamp: 't' })],
  ])('%s gets none', (_, claim) => {
    expect(volumeFor(claim)).toBeUndefined();
  });

  it.each([
    ['local', 'Released', true],
    ['local', 'Bound', false],
    ['fast', 'Released', false],
  ])('leaves its volume of class %s, %s, to be deleted: %s', (storageClassName, phase, released) => {
    const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec: { storageClassName } };
    expect(isReleased({ ...volume, status: { phase } })).toBe(released);
  });
});
