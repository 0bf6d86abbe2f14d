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

/** Claims of a token of a ServiceAccount that are read. */
const claimsSchema = z.object({ sub: z.string().min(1) });

/**
 * Subject of a token that a cluster has signed, such as a ServiceAccount; undefined for any other token. It proves
 * neither that the token is valid still nor for whom it is: a review must follow.
 */
export type SignatureCheck = (token: string) => Promise<string | undefined>;

/**
 * Check by the public keys that the cluster publishes. Most clusters permit every ServiceAccount to read them; without
 * them, no token counts as signed.
 */
export function createSignatureCheck(client: KubeClient): SignatureCheck {
  const keys = memoize(() => readKeys(client).catch(() => new Map<string, KeyObject>()), KEYS_TTL_MS);
  return async (token) => {
    const parts = partsOf(token);
    const { data } = headSchema.safeParse(jsonIn(parts?.head));
    const key = data && (await keys()).get(data.kid);
    if (parts === undefined || data === undefined || key === undefined) {
      return undefined;
    }
    const { head, payload, signature } = parts;
    const text = Buffer.from(`${head}.${payload}`);
    const signed = { key, dsaEncoding: 'ieee-p1363' } as const;
    return verify(HASHES[data.alg], text, signed, Buffer.from(signature, 'base64url'))
      ? claimsSchema.safeParse(jsonIn(payload)).data?.sub
      : undefined;
  };
}

/** Parts of a JSON web token. */
interface Parts {
  readonly head: string;
  readonly payload: string;
  readonly signature: string;
}

/**
 * Parts of a token; undefined where one is not the base64url of its bytes. Decoders ignore bits and characters, so that
 * one signature would stand for thousands of tokens, of which the API server accepts one.
 */
function partsOf(token: string): Parts | undefined {
  const parts = token.split('.');
  const [head = '', payload = '', signature = ''] = parts;
  return parts.length === 3 && parts.every(isCanonical) ? { head, payload, signature } : undefined;
}

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
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
function jsonIn(part: string | undefined): unknown {
  if (part === undefined) {
    return undefined;
  }
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
