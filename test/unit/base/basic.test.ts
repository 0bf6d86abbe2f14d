import { expect, it } from 'vitest';
import { basicAuthorization } from '../../../src/base/basic.ts';

it('a user and a password are encoded as UTF-8', () => {
  expect(basicAuthorization('test:123£')).toBe('Basic dGVzdDoxMjPCow==');
});
