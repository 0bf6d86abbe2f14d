import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readBody } from '../../../src/store/body.ts';

const MEBIBYTE = 2 ** 20;

/** As a connection gives it: in parts. */
function arriving(bytes: Uint8Array): Readable {
  const size = 16 * 1024;
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
    bytes.subarray(part * size, (part + 1) * size),
  );
  return Readable.from(parts);
}

const noise = randomBytes(5 * MEBIBYTE + 1);
const largest = noise.subarray(1);

it.each([
  ['plain', '', largest, 'whole'],
  ['a byte too much', '', noise, 'too-large'],
  ['compressed', 'gzip', gzipSync(largest), 'whole'],
  ['compressed, a byte too much', 'gzip', gzipSync(noise), 'too-large'],
  ['a bomb', 'gzip', gzipSync(Buffer.alloc(20 * MEBIBYTE)), 'bomb'],
  ['a small one compressed as well as it can be', 'gzip', gzipSync(Buffer.alloc(64 * 1024)), 'whole'],
  ['compressed, and cut off', 'gzip', gzipSync(largest).subarray(0, MEBIBYTE), 'undecodable'],
  ['not compressed, though it says so', 'gzip', largest, 'undecodable'],
  ['an encoding that was not asked for', 'br', largest, 'undecodable'],
  ['two encodings', 'gzip, gzip', gzipSync(gzipSync(largest)), 'undecodable'],
])('%s', async (_, encoding, bytes, type) => {
  expect((await readBody(arriving(bytes), encoding, 5)).type).toBe(type);
});

it('reads a body byte for byte', async () => {
  const body = await readBody(arriving(gzipSync(largest)), 'gzip', 5);
  expect(body.type === 'whole' && largest.equals(body.bytes)).toBe(true);
});

it('stops reading at the limit', async () => {
  let given = 0;
  const source = Readable.from(
    (function* () {
      for (;;) {
        given += 1;
        yield Buffer.alloc(MEBIBYTE, given);
      }
    })(),
    { objectMode: false, highWaterMark: MEBIBYTE },
  );
  expect(await readBody(source, '', 5)).toEqual({ type: 'too-large', mebibytes: 5 });
  expect(given).toBeLessThan(20);
  expect(source.destroyed).toBe(true);
});

it('rejects where the connection is lost', async () => {
  const lost = new Error('lost');
  const source = new Readable({ read: () => source.destroy(lost) });
  await expect(readBody(source, 'gzip', 5)).rejects.toBe(lost);
});
