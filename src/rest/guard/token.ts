import { z } from 'zod';
import { Problem } from '../problem/problem.ts';

/** Longest token, in characters. */
const MAX_CHARACTERS = 12 * 1024;

/** Claims of a JSON web token that are checked. */
const claimsSchema = z.object({
  exp: z.number().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  /** Claim that only the cluster's own tokens of ServiceAccounts have. */
  'kubernetes.io': z.unknown().optional(),
});

/**
 * Token in the header Authorization, sent as `<token>` or `Bearer <token>`. Throws the Problem `unauthorized` for what
 * no API server would accept: no token, other characters, and a JSON web token that says that it has expired or, of a
 * ServiceAccount, that it is for none of `audiences`. What the token says can refuse it, and proves nothing.
 */
export function tokenIn(header: string | undefined, audiences: readonly string[], now: number): string {
  const text = header?.replace(/^Bearer +/i, '').trim();
  if (!text) {
    throw new Problem('unauthorized', 'send the header Authorization: <token>');
  }
  if (text.length > MAX_CHARACTERS || !/^[\x21-\x7e]+$/.test(text)) {
    throw new Problem('unauthorized', `send a token of at most ${MAX_CHARACTERS} letters, digits and signs`);
  }
  const { exp, aud, 'kubernetes.io': account } = claimsIn(text);
  if (exp !== undefined && exp * 1000 <= now) {
    throw new Problem('unauthorized', 'the token has expired: get a new one');
  }
  const meant = aud === undefined || [aud].flat().some((each) => audiences.includes(each));
  // Tokens of other issuers may be meant for the API server whatever audience they name.
  if (audiences.length > 0 && account !== undefined && !meant) {
    throw new Problem('unauthorized', `get a token for the audience ${audiences.join(' or ')}`);
  }
  return text;
}

/** Claims of a JSON web token; none of another token. */
function claimsIn(token: string): z.output<typeof claimsSchema> {
  const [, payload, signature, ...more] = token.split('.');
  if (payload === undefined || signature === undefined || more.length > 0) {
    return {};
  }
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  } catch {
    return {};
  }
}
