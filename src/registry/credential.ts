import { z } from 'zod';
import { basicAuthorization } from '../base/basic.ts';
import { withoutTrailing } from '../base/text.ts';

/** Credential that an access key holds for a place. */
export type Credential =
  | { readonly type: 'none' }
  /** `user:password`. */
  | { readonly type: 'basic'; readonly text: string }
  | { readonly type: 'bearer'; readonly token: string };

/** Entry of a Docker configuration; `auth` is `user:password` in Base64. */
const entry = z.object({
  auth: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  registrytoken: z.string().optional(),
});

type Entry = z.infer<typeof entry>;

const configuration = z.object({ auths: z.record(z.string(), entry) });

/**
 * Credential for a place such as `registry.example.com/team` in an access key: `user:password`, a bearer token, or the
 * JSON of a Docker configuration. Undefined where the key cannot be sent, or has nothing for the place. Pure.
 */
export function credentialOf(accessKey: string | undefined, place: string): Credential | undefined {
  if (accessKey === undefined || accessKey === '') {
    return { type: 'none' };
  }
  return accessKey.trimStart().startsWith('{') ? configured(accessKey, place) : plain(accessKey);
}

/** Value of the header Authorization; undefined where none is sent. Pure. */
export function authorizationOf(credential: Credential): string | undefined {
  switch (credential.type) {
    case 'none':
      return undefined;
    case 'basic':
      return basicAuthorization(credential.text);
    case 'bearer':
      return `Bearer ${credential.token}`;
  }
}

function plain(key: string): Credential | undefined {
  if (key.includes(':')) {
    return /\p{Cc}/u.test(key) ? undefined : { type: 'basic', text: key };
  }
  return /^[!-~]+$/.test(key) ? { type: 'bearer', token: key } : undefined;
}

/** Credential of the entry of a Docker configuration that fits the place best. */
function configured(key: string, place: string): Credential | undefined {
  const { data } = configuration.safeParse(jsonOf(key));
  const wanted = placeOf(place);
  const [best] = Object.entries(data?.auths ?? {})
    .map(([name, entry]) => ({ name: placeOf(name), entry }))
    .filter(({ name }) => wanted === name || wanted.startsWith(`${name}/`))
    .toSorted((one, other) => other.name.length - one.name.length);
  return best === undefined ? undefined : plain(textOf(best.entry));
}

function textOf({ auth, username = '', password = '', registrytoken }: Entry): string {
  return (
    registrytoken ?? (auth === undefined ? `${username}:${password}` : Buffer.from(auth, 'base64').toString())
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Place as entries name it: Docker writes some with a scheme, and its own registry by several names. */
function placeOf(name: string): string {
  const place = withoutTrailing(name.replace(/^https?:\/\//, ''), '/').replace(/\/v[12]$/, '');
  return place.replace(/^(index|registry-1)\.docker\.io(?=\/|$)/, 'docker.io');
}
