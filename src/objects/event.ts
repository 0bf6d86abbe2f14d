import type { KubeObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';

/** Event as everybody with the role `view` may read it, as far as it is used. */
export interface StoredEvent extends KubeObject {
  readonly involvedObject: { readonly apiVersion?: string; readonly kind?: string; readonly name?: string };
  readonly reason?: string;
  readonly message?: string;
  /** `Normal` or `Warning`. */
  readonly type?: string;
  readonly firstTimestamp?: string | null;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly source?: { readonly component?: string };
  readonly reportingComponent?: string;
}

/** Resource of stored Events; the role `view` does not include those of the group events.k8s.io. */
export const STORED_EVENTS: Resource<StoredEvent> = namespacedResource('v1', 'Event', 'events');
