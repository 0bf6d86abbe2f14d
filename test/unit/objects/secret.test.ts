import fc from 'fast-check';
import { expect, it } from 'vitest';
import { secretData, secretText } from '../../../src/objects/secret.ts';

it('texts of a Secret are those that it was made with', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z.]+$/), fc.string({ unit: 'binary' })), (texts) => {
      const data = secretData(texts);
      for (const [key, text] of Object.entries(texts)) {
        expect(secretText({ data }, key)).toBe(text);
      }
    }),
  );
});

it.each([
  ['has no data', {}],
  ['has other keys', { data: { other: 'eA==' } }],
])('a Secret that %s has no text of a key', (_, secret) => {
  expect(secretText(secret, 'accessKey')).toBeUndefined();
});
