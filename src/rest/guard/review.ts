import type { Impersonation, KubeClient } from '../../kube/client.ts';
import { KubeError } from '../../kube/error.ts';

/** Tells whose a token is; undefined where it is nobody's. */
export type Review = (token: string) => Promise<Impersonation | undefined>;

/** Answer of the API server to "whose token is this?" (authentication.k8s.io/v1 TokenReview). */
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

/** Milliseconds that a review may take: every request of its caller waits. */
const TIMEOUT_MS = 10_000;

/**
 * Reviews by an API server, of tokens that are meant for one of the audiences; without any, for the server
 * itself. Throws KubeError, `throttled` or `unreachable`, where the server does not say.
 */
export function reviewBy(client: KubeClient, audiences: readonly string[]): Review {
  return async (token) => {
    const { status } = await ask(client, token, audiences);
    const { username, groups = [], uid, extra } = status?.user ?? {};
    // A server that knows nothing of audiences does not say which one the token has.
    const meant = audiences.length === 0 || status?.audiences?.some((each) => audiences.includes(each));
    return status?.authenticated && meant && username ? { user: username, groups, uid, extra } : undefined;
  };
}

async function ask(client: KubeClient, token: string, audiences: readonly string[]): Promise<TokenReview> {
  const review = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token, ...(audiences.length > 0 ? { audiences } : {}) },
  };
  try {
    return await client.post('/apis/authentication.k8s.io/v1/tokenreviews', review, {
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    if (error instanceof KubeError && error.failure.type !== 'throttled') {
      // A review changes nothing, and that the service may not ask is no fault of the caller's.
      throw new KubeError({ type: 'unreachable' }, error.message, { cause: error });
    }
    throw error;
  }
}
