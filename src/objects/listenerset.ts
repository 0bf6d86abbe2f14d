import { namespacedResource, type Resource } from '../kube/resource.ts';
import { GATEWAY_API_VERSION, type ListenerHolder, type ParentReference } from './gatewayapi.ts';

/** A ListenerSet, with the fields that Stoa uses: listeners that it adds to a Gateway. */
export interface ListenerSet extends ListenerHolder {
  readonly spec: ListenerHolder['spec'] & { readonly parentRef: ParentReference };
}

/** ListenerSets, which clusters serve since release 1.5 of the Gateway API. */
export const LISTENER_SETS: Resource<ListenerSet> = namespacedResource(
  GATEWAY_API_VERSION,
  'ListenerSet',
  'listenersets',
);
