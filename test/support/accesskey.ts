import { ANNOTATIONS } from '../../src/api/group.ts';
import type { OwnerReference } from '../../src/kube/object.ts';
import type { Secret } from '../../src/objects/core.ts';

/** A Secret `hub-key` with the access key `secret`, for the store of an origin, of these owners. */
export function secretOf(
  origin: string | undefined,
  ownerReferences: readonly OwnerReference[] = [],
): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'hub-key',
      namespace: 'team',
      uid: 'hub-key-uid',
      resourceVersion: '1',
      creationTimestamp: '2026-01-01T00:00:00Z',
      annotations: origin === undefined ? {} : { [ANNOTATIONS.accessKeyFor]: origin },
      ownerReferences,
    },
    data: { accessKey: Buffer.from('secret').toString('base64') },
  };
}
