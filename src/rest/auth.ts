import type { Impersonation, KubeClient } from '../kube/client.ts';
import { Problem } from './problem.ts';

/** Answer of the API server to "whose token is this?" (authentication.k8s.io/v1 TokenReview). */
interface TokenReview {
  readonly status?: {
    readonly authenticated?: boolean;
    readonly user?: { readonly username?: string; readonly groups?: readonly string[] };
  };
}

/**
 * The caller that an Authorization header names, which is `<token>` or `Bearer <token>`. Throws a Problem
 * where it names nobody: nothing is ever done in the service's own name instead.
 */
export async function authenticate(client: KubeClient, header: string | undefined): Promise<Impersonation> {
  const token = header?.replace(/^Bearer +/i, '').trim();
  if (!token) {
    throw new Problem('unauthorized', 'send the header Authorization: <token>');
  }
  const review = await client.post<TokenReview>('/apis/authentication.k8s.io/v1/tokenreviews', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token },
  });
  const { authenticated, user } = review.status ?? {};
  if (!authenticated || !user?.username) {
    throw new Problem('unauthorized', 'the cluster does not know this token, or it has expired');
  }
  return { user: user.username, groups: user.groups ?? [] };
}
