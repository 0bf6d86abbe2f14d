import type { Impersonation, KubeClient } from '../../kube/client.ts';
import { KubeError } from '../../kube/error.ts';

/** Review of a token: its owner, or undefined where the cluster does not accept it. */
export type TokenReviewer = (token: string) => Promise<Impersonation | undefined>;

/** Response of the API server (authentication.k8s.io/v1 TokenReview). */
interface TokenReview {
  readonly status?: {
    readonly authenticated?: boolean;
    readonly audiences?: readonly string[];
    readonly user?: {
      readonly username?: string;
      readonly uid?: string;
      readonly groups?: readonly string[];
      readonly extra?: Readonly<Record<string, readonly string[]>>;
    };
  };
}

/** Timeout of a review, in milliseconds: every request of its caller waits. */
const REVIEW_TIMEOUT_MS = 10_000;

/**
 * Reviewer of tokens for one of the audiences, or, without any, for the API server itself. Throws KubeError
 * `throttled` or `unreachable` where the API server gives no answer.
 */
export function createTokenReviewer(client: KubeClient, audiences: readonly string[]): TokenReviewer {
  return async (token) => {
    const { status } = await postTokenReview(client, token, audiences);
    const { username, groups = [], uid, extra } = status?.user ?? {};
    // An API server without support for audiences does not report the token's.
    const meant = audiences.length === 0 || status?.audiences?.some((each) => audiences.includes(each));
    return status?.authenticated && meant && username ? { user: username, groups, uid, extra } : undefined;
  };
}

async function postTokenReview(
  client: KubeClient,
  token: string,
  audiences: readonly string[],
): Promise<TokenReview> {
  const review = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token, ...(audiences.length > 0 ? { audiences } : {}) },
  };
  try {
    return await client.post('/apis/authentication.k8s.io/v1/tokenreviews', review, {
      timeoutMs: REVIEW_TIMEOUT_MS,
    });
  } catch (error) {
    if (error instanceof KubeError && error.failure.type !== 'throttled') {
      // A review changes nothing, and the caller is not at fault where the service lacks the right to create one.
      throw new KubeError({ type: 'unreachable' }, error.message, { cause: error });
    }
    throw error;
  }
}
