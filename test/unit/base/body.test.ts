import { expect, it } from 'vitest';
import { readBounded } from '../../../src/base/body.ts';

it.each([
  ['none', [], ''],
  ['of several chunks', ['ab', 'cd'], 'abcd'],
  ['of more bytes than it may have', ['abcd', 'e', 'f'], undefined],
])('a body %s', async (_, texts, expected) => {
  let read = 0;
  async function* chunks() {
    for (const text of texts) {
      read += 1;
      yield Buffer.from(text);
    }
  }
  expect((await readBounded(chunks(), 4))?.toString()).toBe(expected);
  expect(read).toBeLessThanOrEqual(2);
});
