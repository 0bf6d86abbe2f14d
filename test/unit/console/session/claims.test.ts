import { describe, expect, it } from 'vitest';
import { isSameCaller } from '../../../../src/console/session/claims.ts';

function token(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.${Math.random()}`;
}

const ANN = { iss: 'https://issuer.test', sub: 'ann' };

describe('two tokens', () => {
  it.each([
    ['of one subject of one issuer', token(ANN), token({ ...ANN, exp: 1 })],
    [
      'of a subject with letters beyond ASCII',
      token({ ...ANN, sub: 'Ännchen' }),
      token({ ...ANN, sub: 'Ännchen' }),
    ],
    ['that are one', 'opaque', 'opaque'],
  ])('%s are of one caller', (_what, one, other) => {
    expect(isSameCaller(one, other)).toBe(true);
  });

  it.each([
    ['of two subjects', token(ANN), token({ ...ANN, sub: 'bob' })],
    ['of two issuers', token(ANN), token({ ...ANN, iss: 'https://other.test' })],
    ['that name nobody', token({}), token({ exp: 1 })],
    ['that cannot be read', 'opaque', 'other'],
    ['of which one cannot be read', token(ANN), 'a.b.c'],
  ])('%s may be of two', (_what, one, other) => {
    expect(isSameCaller(one, other)).toBe(false);
  });
});
