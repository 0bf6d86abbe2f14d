import { objectOf, type Rendered } from '../../object.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { branchName } from '../parts.ts';
import { serviceSpec } from './balancing.ts';
import { policyMiddlewares } from './middlewares.ts';
import { mirroringOf } from './mirroring.ts';
import { isReachable } from './reach.ts';
import { TRAEFIK_SERVICES } from './resources.ts';
import { transportOf } from './transport.ts';

/** Objects of a branch beside the HTTPRoute. */
interface BranchParts {
  /** Middlewares before and after the filters of the Gateway API. */
  readonly first: readonly Rendered[];
  readonly last: readonly Rendered[];
  /** Gets the requests before `service`, where they are copied. */
  readonly mirroring?: Rendered | undefined;
  /** With the branch's weights in it, for its choice of a pod and its timeouts. */
  readonly service?: Rendered | undefined;
  readonly transport?: Rendered | undefined;
}

/** The objects of a branch, rendered, in the places where its route refers to them. */
export function partsOf(group: ListenerGroup, branch: Branch): BranchParts {
  const own = policyMiddlewares(group, branch);
  if (branch.policy.redirect !== undefined || branch.backends.length === 0 || !isReachable(group)) {
    return own;
  }
  const transport = transportOf(group, branch);
  const reference = transport === undefined ? {} : { serversTransport: transport.draft.metadata.name };
  const spec = serviceSpec(group, branch, reference);
  const service = spec && objectOf(group, TRAEFIK_SERVICES, spec, branchName(group, branch));
  return {
    ...own,
    mirroring: mirroringOf(group, branch, service, reference),
    service,
    transport,
  };
}
