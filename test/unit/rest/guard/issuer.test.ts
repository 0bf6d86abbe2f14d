import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import { createSignatureCheck } from '../../../../src/rest/guard/issuer.ts';

const pairs = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  other: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with this head, signed with a key. */
function signed(head: object, key: KeyObject, claims: object = { sub: 'ada' }): string {
  const text = `${encoded(head)}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

/** A check in a cluster with the first two keys, or one that answers otherwise; `reads` are those of its keys. */
function cluster(answer?: unknown) {
  const keys = (['rsa', 'ec'] as const).map((kid) => ({
    ...pairs[kid].publicKey.export({ format: 'jwk' }),
    kid,
  }));
  const reads: string[] = [];
  const unused = () => Promise.reject(new Error('unused'));
  const call = async ({ path }: { readonly path: string }) => {
    reads.push(path);
    if (answer instanceof Error) {
      throw answer;
    }
    return answer ?? { keys };
  };
  const subjectOf = createSignatureCheck(new KubeClient({ call, open: unused, close: unused }));
  return { subjectOf, reads };
}

it.each([
  ['RS256', 'rsa'],
  ['ES256', 'ec'],
] as const)('a token that the cluster has signed with %s is signed', async (alg, kid) => {
  const { subjectOf, reads } = cluster();
  expect(await subjectOf(signed({ alg, kid }, pairs[kid].privateKey))).toBe('ada');
  expect(reads).toEqual(['/openid/v1/jwks']);
});

const good = signed({ alg: 'RS256', kid: 'rsa' }, pairs.rsa.privateKey);

/** A text of base64url whose last character has the same bytes; the signature of RSA leaves four bits unused. */
function otherLastBits(token: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + digits[digits.indexOf(token.at(-1) ?? '') + 1];
}

it.each([
  ['of another key', signed({ alg: 'RS256', kid: 'rsa' }, pairs.other.privateKey)],
  ['of a key that the cluster does not have', signed({ alg: 'RS256', kid: 'x' }, pairs.other.privateKey)],
  ['without a signature', `${encoded({ alg: 'RS256', kid: 'rsa' })}.${encoded({ sub: 'ada' })}.`],
  ['of another algorithm', signed({ alg: 'none', kid: 'rsa' }, pairs.rsa.privateKey)],
  ['with the name of a member', signed({ alg: 'constructor', kid: 'rsa' }, pairs.rsa.privateKey)],
  ['of another text', good.replace(/\.[^.]+\./, `.${encoded({ sub: 'bob' })}.`)],
  ['with more parts', `${good}.x`],
  ['without a subject', signed({ alg: 'RS256', kid: 'rsa' }, pairs.rsa.privateKey, {})],
  ['that is no JSON', 'a.b.c'],
  ['that is opaque', 'x'],
])('a token %s is not', async (_, token) => {
  expect(await cluster().subjectOf(token)).toBeUndefined();
});

it.each([
  ['ends with a sign that decoders ignore', `${good}!`],
  ['is padded', `${good}==`],
  ['has a sign inside', good.replace(/.$/, '*$&')],
  ['has other last bits', otherLastBits(good)],
  ['is in the other alphabet', good.replaceAll('-', '+').replaceAll('_', '/').replace(/.$/, '+$&')],
])('a signed token that %s is another token, and not signed', async (_, token) => {
  expect(await cluster().subjectOf(good)).toBe('ada');
  expect(await cluster().subjectOf(token)).toBeUndefined();
});

it.each([
  ['keeps its keys from the service', new KubeError({ type: 'forbidden' }, 'x')],
  ['answers otherwise', { items: [] }],
])('in a cluster that %s no token is signed, and it is asked once in a while', async (_, answer) => {
  const { subjectOf, reads } = cluster(answer);
  expect(await Promise.all([subjectOf(good), subjectOf(good)])).toEqual([undefined, undefined]);
  expect(await subjectOf(good)).toBeUndefined();
  expect(reads).toHaveLength(1);
});
