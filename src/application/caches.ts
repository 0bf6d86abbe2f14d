import type { ComponentCaches } from '../component/caches.ts';
import type { Cache } from '../controller/cache.ts';
import type { KubeObject } from '../kube/object.ts';
import type { GatewayRule } from '../objects/stoa.ts';

/** What this feature reads; it follows nothing of its own. */
export interface ApplicationCaches extends ComponentCaches {
  readonly rules: Cache<GatewayRule, 'application'>;
  /** The namespaces of teams. */
  readonly namespaces: Cache<KubeObject, never>;
}
