import { bearerClient } from '../../kube/bearer.ts';
import { isFailure } from '../../kube/error.ts';
import type { Transport } from '../../kube/transport.ts';
import { orUnanswered, REVIEW_TIMEOUT_MS, type TokenReviewer } from './tokenreview.ts';
import { callerOf, type UserInfo } from './userinfo.ts';

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
