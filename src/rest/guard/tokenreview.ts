import type { Impersonation, KubeClient } from '../../kube/client.ts';
import { KubeError } from '../../kube/error.ts';

/** Attributes of a user, as reviews of the API server return them. */
export interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Name of callers without credentials. */
const ANONYMOUS = 'system:anonymous';

/** The caller with these attributes; undefined without a name, and for callers without credentials. */
export function callerOf({ username, groups = [], uid, extra }: UserInfo): Impersonation | undefined {
  return username && username !== ANONYMOUS ? { user: username, groups, uid, extra } : undefined;
}

/** Review of a token: its owner, or undefined where the cluster does not accept it. */
export type TokenReviewer = (token: string) => Promise<Impersonation | undefined>;

/** Response of the API server (authentication.k8s.io/v1 TokenReview). */
interface TokenReview {
  readonly status?: {
    readonly authenticated?: boolean;
    readonly audiences?: readonly string[];
    readonly user?: UserInfo;
  };
}

/** Timeout of a review, in milliseconds: every request of its caller waits. */
export const REVIEW_TIMEOUT_MS = 10_000;

/**
 * Reviewer of tokens for one of the audiences. Throws KubeError `throttled` or `unreachable` where the API server gives
 * no answer.
 */
export function createTokenReviewer(client: KubeClient, audiences: readonly string[]): TokenReviewer {
  return async (token) => {
    const { status } = await postTokenReview(client, token, audiences);
    // An API server without support for audiences does not report the token's.
    const meant = status?.audiences?.some((each) => audiences.includes(each));
    return status?.authenticated && meant ? callerOf(status.user ?? {}) : undefined;
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
    spec: { token, audiences },
  };
  try {
    return await client.post('/apis/authentication.k8s.io/v1/tokenreviews', review, {
      timeoutMs: REVIEW_TIMEOUT_MS,
    });
  } catch (error) {
    throw orUnanswered(error);
  }
}

/** Error of a review that gives no answer: it changes nothing, and the caller is not at fault. */
export function orUnanswered(error: unknown): unknown {
  return error instanceof KubeError && error.failure.type !== 'throttled'
    ? new KubeError({ type: 'unreachable' }, error.message, { cause: error })
    : error;
}
