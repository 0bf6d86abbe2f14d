import { bearerClient } from '../../kube/bearer.ts';
import type { Impersonation, KubeClient } from '../../kube/client.ts';
import type { Region } from '../region.ts';
import { createSelfReviewer } from './selfreview.ts';
import { createTokenReviewer, type TokenReviewer } from './tokenreview.ts';

/** Way in which a region's callers are authenticated, and in which the service acts as them. */
export interface Identity {
  readonly review: TokenReviewer;
  /** Client that acts as the owner of a token. */
  readonly clientOf: (token: string, caller: Impersonation) => KubeClient;
}

/**
 * Identity of callers: their own tokens go to the API server. It would not accept tokens for other audiences, so that
 * with `audiences` the service impersonates their owners.
 */
export function identityIn(
  { client, callers }: Pick<Region, 'client' | 'callers'>,
  audiences: readonly string[],
): Identity {
  return audiences.length === 0
    ? { review: createSelfReviewer(callers), clientOf: (token) => bearerClient(callers, token) }
    : {
        review: createTokenReviewer(client, audiences),
        clientOf: (_token, caller) => client.as(impersonable(caller)),
      };
}

/** Part of a caller that can be impersonated: of a ServiceAccount its name, from which the API server knows the rest. */
function impersonable(caller: Impersonation): Impersonation {
  return caller.user.startsWith('system:serviceaccount:') ? { user: caller.user, groups: [] } : caller;
}
