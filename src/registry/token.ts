import { z } from 'zod';
import type { Gate } from '../store/exchange.ts';
import { resultOf } from '../store/get.ts';
import type { Found, StoreRefusal } from '../store/refusal.ts';
import { read } from '../store/response.ts';
import { askRegistry, httpUrl } from './ask.ts';
import { authorizationOf } from './credential.ts';
import type { RegistryPlace } from './registryplace.ts';

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
interface TokenRequest extends RegistryPlace {
  readonly challenge: Extract<Challenge, { type: 'bearer' }>;
}

const MAX_TOKEN_ANSWER = 64 * 1024;

const token = z.string().regex(/^[!-~]+$/);

const tokenAnswer = z
  .union([z.object({ token }), z.object({ access_token: token })])
  .transform((answer) => ('token' in answer ? answer.token : answer.access_token));

/** Origins that give the tokens of registries under another name, and belong to who has these. */
const OWN_REALMS: Readonly<Record<string, string>> = {
  'https://registry-1.docker.io': 'https://auth.docker.io',
};

/** Origins whose text is safe in a command that users copy. */
const PLAIN_ORIGIN = /^https?:\/\/[-\w.:[\]]+$/;

/**
 * Why an access key does not go to the address that gives tokens; undefined where it does. It goes to the origin of the
 * registry, and to those that its owner has named: not wherever an answer of the registry says. Without TLS, it goes
 * where the registry itself is asked so. Pure.
 */
export function realmRefusal(
  realm: URL,
  { base, realms }: Pick<RegistryPlace, 'base' | 'realms'>,
): StoreRefusal | undefined {
  if (realm.origin === base.origin) {
    return undefined;
  }
  const isPlain = realm.protocol !== 'https:';
  if (isPlain && (base.protocol === 'https:' || realms === 'any')) {
    return { type: 'key-at-risk', host: realm.host };
  }
  const isNamed = realms === 'any' || realms.includes(realm.origin);
  return isNamed || OWN_REALMS[base.origin] === realm.origin
    ? undefined
    : { type: 'realm-not-named', realm: realm.origin };
}

/** Token to pull with, or a refusal. A registry may have its tokens given by another host. */
export async function fetchToken(
  { base, repository, credential, realms, challenge }: TokenRequest,
  gate: Gate,
  signal: AbortSignal,
): Promise<Found<string>> {
  const url = httpUrl(challenge.realm);
  if (url === undefined || !PLAIN_ORIGIN.test(url.origin)) {
    return { type: 'malformed', problems: 'the registry names no address that gives tokens' };
  }
  const refusal = credential.type === 'none' ? undefined : realmRefusal(url, { base, realms });
  if (refusal !== undefined) {
    return refusal;
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
