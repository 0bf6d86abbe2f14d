import { expect, it } from 'vitest';
import { isWholeKey, lackOf } from '../../../../../src/console/pages/certificates/typed.ts';

it('what is lacking is said one by one', () => {
  const typed = { alias: 'shop', certificate: 'c', key: 'k' };
  expect(lackOf(typed)).toBe('');
  expect(lackOf({ ...typed, alias: ' ' })).toMatch(/name/);
  expect(lackOf({ ...typed, certificate: '' })).toMatch(/certificate/);
  expect(lackOf({ ...typed, key: '' })).toMatch(/private key/);
});

it('a key is whole from its first line to its last', () => {
  const key = '-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----\n';
  expect(isWholeKey(key)).toBe(true);
  expect(isWholeKey(key.slice(0, 50))).toBe(false);
  expect(isWholeKey(key.replaceAll('PRIVATE KEY', 'CERTIFICATE'))).toBe(false);
});
