import { describe, expect, it } from 'vitest';
import { tokenIn } from '../../../../src/rest/guard/token.ts';
import { webToken } from './support.ts';

const NOW = 1_800_000_000_000;
const account = { 'kubernetes.io': { namespace: 'team' } };

function read(header: string | undefined, audiences: readonly string[] = []) {
  return tokenIn(header, audiences, NOW);
}

it.each(['t', 'Bearer t', 'bearer   t', ' t '])('"%s" has the token t', (header) => {
  expect(read(header)).toBe('t');
});

it.each([
  ['nothing', undefined, 'send the header Authorization'],
  ['no token', 'Bearer ', 'send the header Authorization'],
  ['two words', 'a b', 'letters, digits and signs'],
  ['a control character', 'a\u0007b', 'letters, digits and signs'],
  ['another alphabet', 'tökén', 'letters, digits and signs'],
  ['too much', 'x'.repeat(12 * 1024 + 1), 'at most 12288'],
  ['a token that has expired', webToken({ exp: NOW / 1000 }), 'has expired'],
])('%s is unauthorized', (_, header, detail) => {
  expect(() => read(header)).toThrow(expect.objectContaining({ problem: 'unauthorized' }));
  expect(() => read(header)).toThrow(detail);
});

it.each([
  ['opaque', 'x'.repeat(12 * 1024)],
  ['of an issuer with other characters', 'kubeconfig-u-abc:xyz/+~='],
  ['of three parts that are no JSON', 'a.b.c'],
  ['of another JSON', `${Buffer.from('[1]').toString('base64url')}.W10.c`],
  ['with claims of other types', webToken({ exp: 'soon', aud: 7 })],
])('a token %s is left to the API server', (_, token) => {
  expect(read(token)).toBe(token);
});

it('a token that says when it expires is good until then', () => {
  const token = webToken({ exp: NOW / 1000 + 0.001 });
  expect(read(token)).toBe(token);
});

describe('with audiences', () => {
  const audiences = ['stoa', 'console'];

  it.each([
    ['of a ServiceAccount for one of them', { ...account, aud: ['x', 'console'] }],
    ['of a ServiceAccount for none in particular', account],
    ['of another issuer, whatever it is for', { aud: 'oidc-client' }],
  ])('a token %s is left to the API server', (_, claims) => {
    const token = webToken(claims);
    expect(read(token, audiences)).toBe(token);
  });

  it('a token of a ServiceAccount for others is unauthorized', () => {
    const token = webToken({ ...account, aud: ['https://kubernetes.default.svc'] });
    expect(() => read(token, audiences)).toThrow('get a token for the audience stoa or console');
    expect(read(token)).toBe(token);
  });
});
