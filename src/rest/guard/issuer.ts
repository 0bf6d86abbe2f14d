import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { memoize } from '../../base/memo.ts';
import type { KubeClient } from '../../kube/client.ts';

/** Time for which the keys of a cluster are cached, in milliseconds; also where it gives none. */
const KEYS_TTL_MS = 60_000;

/** Timeout of a read of the keys, in milliseconds. */
const READ_TIMEOUT_MS = 5_000;

/** Hash functions by the algorithms with which clusters sign. */
const HASHES: Readonly<Record<string, string>> = {
  RS256: 'sha256',
  RS384: 'sha384',
  RS512: 'sha512',
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
};

const headSchema = z.object({ alg: z.enum(Object.keys(HASHES)), kid: z.string() });

/** Key set of a cluster (RFC 7517). */
const keysSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string(), kty: z.enum(['RSA', 'EC']) })),
});

/**
 * Check whether a cluster has signed a token for one of its ServiceAccounts. It proves neither that the token is valid
 * still nor for whom it is: a review must follow.
 */
export type SignatureCheck = (token: string) => Promise<boolean>;

/**
 * Check by the public keys that the cluster publishes. Most clusters permit every ServiceAccount to read them; without
 * them, no token counts as signed.
 */
export function createSignatureCheck(client: KubeClient): SignatureCheck {
  const keys = memoize(() => readKeys(client).catch(() => new Map<string, KeyObject>()), KEYS_TTL_MS);
  return async (token) => {
    const [head = '', payload = '', signature = '', ...more] = token.split('.');
    const { data } = headSchema.safeParse(jsonIn(head));
    if (data === undefined || more.length > 0) {
      return false;
    }
    const key = (await keys()).get(data.kid);
    return (
      key !== undefined &&
      verify(
        HASHES[data.alg],
        Buffer.from(`${head}.${payload}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    );
  };
}

async function readKeys(client: KubeClient): Promise<Map<string, KeyObject>> {
  const answer = await client.read('/openid/v1/jwks', {
    accept: 'application/jwk-set+json, application/json',
    timeoutMs: READ_TIMEOUT_MS,
  });
  const { keys } = keysSchema.parse(answer);
  return new Map(keys.map((key) => [key.kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' })]));
}

/** JSON value in a part of a token; undefined where it has none. */
function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
