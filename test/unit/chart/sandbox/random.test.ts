import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RandomBytes } from '../../../../src/chart/sandbox/random.ts';

/** Bytes of a seed, taken in pieces of these lengths. */
function bytesOf(seed: Uint8Array, lengths: readonly number[]): Buffer {
  const random = new RandomBytes(seed);
  const pieces = lengths.map((length) => new Uint8Array(length));
  for (const piece of pieces) {
    random.fill(piece);
  }
  return Buffer.concat(pieces);
}

it('the same seed gives the same bytes, however they are taken', () => {
  const lengths = fc.array(fc.nat({ max: 200 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.uint8Array(), lengths, (seed, taken) => {
      const total = taken.reduce((sum, each) => sum + each, 0);
      expect(bytesOf(seed, taken)).toEqual(bytesOf(seed, [total]));
    }),
  );
});

it('the bytes are SHA-512 of the seed and a counter, so that no release changes what a seed gives', () => {
  const seed = Buffer.from('seed');
  const blocks = [0, 1].map((index) =>
    createHash('sha512')
      .update(seed)
      .update(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, index))
      .digest(),
  );
  expect(bytesOf(seed, [128])).toEqual(Buffer.concat(blocks));
});

it('another seed gives other bytes', () => {
  expect(bytesOf(Buffer.from('a'), [64])).not.toEqual(bytesOf(Buffer.from('b'), [64]));
});
