import { DEFAULT_ATTEMPTS } from '../../../api/timeouts.ts';
import { objectOf, type Rendered } from '../../object.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { branchName } from '../parts.ts';
import { accessParts } from './access.ts';
import { corsHeaders } from './cors.ts';
import { isReachable } from './reach.ts';
import { MIDDLEWARES } from './resources.ts';

/**
 * The Middlewares for the policy of a branch before and after the filters of the Gateway API, in the order in which
 * requests pass them. Browsers ask about origins without a password.
 */
export function policyMiddlewares(group: ListenerGroup, branch: Branch) {
  const { cors, retry } = branch.policy;
  const first = {
    ...(cors === undefined ? {} : { cors: { headers: corsHeaders(cors) } }),
    ...accessParts(group.host, branch),
  };
  const last = retry === undefined ? {} : { retry: { retry: retryOf(retry) } };
  return { first: rendered(group, branch, first), last: rendered(group, branch, last) };
}

function rendered(
  group: ListenerGroup,
  branch: Branch,
  parts: Readonly<Record<string, object>>,
): readonly Rendered[] {
  return isReachable(group)
    ? Object.entries(parts).map(([part, spec]) =>
        objectOf(group, MIDDLEWARES, spec, branchName(group, branch, part)),
      )
    : [];
}

/**
 * Traefik counts the first try, too. The codes are left out: Traefik passes the flush of a discarded answer on to the
 * client (Flush in its middleware), which sends the status 200 before the status and the headers of the last answer.
 */
function retryOf({ attempts = DEFAULT_ATTEMPTS, backoff }: NonNullable<Branch['policy']['retry']>) {
  return { attempts: attempts + 1, ...(backoff === undefined ? {} : { initialInterval: backoff }) };
}
