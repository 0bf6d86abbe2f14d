import { z } from 'zod';
import type { Gate } from '../store/exchange.ts';
import { resultOf } from '../store/get.ts';
import type { Found } from '../store/refusal.ts';
import { read } from '../store/response.ts';
import { askRegistry, httpUrl } from './ask.ts';
import { authorizationOf, type Credential } from './credential.ts';

/** Challenge of a registry: how it wants to be asked. */
type Challenge =
  | { readonly type: 'none' | 'basic' }
  | {
      readonly type: 'bearer';
      /** URL that gives tokens. */
      readonly realm: string;
      readonly service: string | undefined;
      readonly scope: string | undefined;
    };

const MAX_CHALLENGE = 4096;

/** Challenge in the header WWW-Authenticate of a response. Pure. */
export function challengeOf(header: string): Challenge {
  const text = header.slice(0, MAX_CHALLENGE);
  const bearer = /(?:^|[\s,])bearer /i.exec(text);
  if (bearer !== null) {
    const { realm = '', service, scope } = parametersIn(text.slice(bearer.index + bearer[0].length));
    return { type: 'bearer', realm, service, scope };
  }
  return { type: /(?:^|[\s,])basic /i.test(text) ? 'basic' : 'none' };
}

/** Parameters such as `realm="a", service="b"`, by their names in small letters. */
function parametersIn(text: string): Readonly<Record<string, string | undefined>> {
  const parts = text.split('"');
  const names = parts.map((part) => part.replaceAll(/[\s,=]/g, '').toLowerCase());
  return Object.fromEntries(
    parts.flatMap((value, at) => (at % 2 === 1 ? [[names[at - 1] ?? '', value]] : [])),
  );
}

/** Registry that wants a token for one of its repositories. */
interface TokenRequest {
  readonly base: URL;
  readonly repository: string;
  readonly credential: Credential;
  readonly challenge: Extract<Challenge, { type: 'bearer' }>;
}

const MAX_TOKEN_ANSWER = 64 * 1024;

const token = z.string().regex(/^[!-~]+$/);

const tokenAnswer = z
  .union([z.object({ token }), z.object({ access_token: token })])
  .transform((answer) => ('token' in answer ? answer.token : answer.access_token));

/**
 * Token to pull with, or a refusal. A registry may have its tokens given by another host; an access key goes there over
 * https only.
 */
export async function fetchToken(
  { base, repository, credential, challenge }: TokenRequest,
  gate: Gate,
  signal: AbortSignal,
): Promise<Found<string>> {
  const url = httpUrl(challenge.realm);
  if (url === undefined) {
    return { type: 'malformed', problems: 'the registry names no address that gives tokens' };
  }
  const isHere = url.hostname === base.hostname && base.protocol === 'http:';
  if (credential.type !== 'none' && url.protocol !== 'https:' && !isHere) {
    return { type: 'key-at-risk', host: url.host };
  }
  if (challenge.service !== undefined) {
    url.searchParams.set('service', challenge.service);
  }
  url.searchParams.set('scope', challenge.scope ?? `repository:${repository}:pull`);
  const authorization = authorizationOf(credential);
  const answer = await askRegistry(
    { url, accept: 'application/json', encoding: 'gzip', maxBytes: MAX_TOKEN_ANSWER, authorization },
    gate,
    signal,
  );
  const keySent = authorization !== undefined;
  const got = resultOf(answer, { absent: { type: 'unauthorized', keySent }, keySent });
  if (got.type !== 'body') {
    return got;
  }
  const found = read(got.bytes, tokenAnswer);
  return found.type === 'found' ? found : found.refusal;
}
