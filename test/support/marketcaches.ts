import { createComponentCaches } from '../../src/component/caches.ts';
import { Cache, type WatchScope } from '../../src/controller/cache.ts';
import { createCaches } from '../../src/install/caches.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { NAMESPACES, namesOnly, SECRETS } from '../../src/objects/core.ts';
import { silent } from './log.ts';

/** Caches of the install controller, without objects; `kinds` are those that installs make. */
export function marketCaches(
  kinds: readonly Resource[],
  scope: WatchScope = { client: {} as KubeClient, log: silent },
) {
  return {
    ...createComponentCaches(scope),
    namespaces: new Cache<KubeObject, never>({ ...scope, resource: NAMESPACES, indexes: {} }),
    secretNames: new Cache<KubeObject, never>({
      ...scope,
      resource: SECRETS,
      selection: { only: 'metadata' },
      indexes: {},
      project: namesOnly(SECRETS),
    }),
    ...createCaches(scope, kinds),
  };
}
