import { bearerClient } from '../../kube/bearer.ts';
import type { Impersonation, KubeClient } from '../../kube/client.ts';
import { isFailure } from '../../kube/error.ts';
import type { Transport } from '../../kube/transport.ts';
import type { Region } from '../region.ts';
import {
  callerOf,
  createTokenReviewer,
  orUnanswered,
  REVIEW_TIMEOUT_MS,
  type TokenReviewer,
  type UserInfo,
} from './tokenreview.ts';

/** Way in which a region's callers are authenticated, and in which the service acts as them. */
interface Identity {
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

/** Response of the API server (authentication.k8s.io/v1 SelfSubjectReview). */
interface SelfReview {
  readonly status?: { readonly userInfo?: UserInfo };
}

const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

/**
 * Reviewer of tokens for the API server, which asks it with the token itself who its owner is: the service needs no
 * permission. Throws KubeError `forbidden` where the cluster keeps its users from that question, and `throttled` or
 * `unreachable` where the API server gives no answer.
 */
export function createSelfReviewer(callers: Transport): TokenReviewer {
  return async (token) => {
    const asked = bearerClient(callers, token).post<SelfReview>(
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      REVIEW,
      { timeoutMs: REVIEW_TIMEOUT_MS },
    );
    try {
      return callerOf((await asked).status?.userInfo ?? {});
    } catch (error) {
      if (isFailure(error, 'unauthorized')) {
        return undefined;
      }
      throw isFailure(error, 'forbidden') ? error : orUnanswered(error);
    }
  };
}
