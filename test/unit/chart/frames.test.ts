import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framed, framesIn } from '../../../src/chart/frames.ts';

/** A stream of these bytes, in pieces that end at these places. */
async function* streamOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...cuts.filter((each) => each < bytes.length), bytes.length].toSorted((a, b) => a - b);
  let begin = 0;
  for (const end of ends) {
    yield bytes.subarray(begin, end);
    begin = end;
  }
}

async function framesOf(bytes: Uint8Array, cuts: readonly number[], most = 1000): Promise<readonly Buffer[]> {
  const frames: Buffer[] = [];
  for await (const frame of framesIn(streamOf(bytes, cuts), most)) {
    frames.push(Buffer.from(frame));
  }
  return frames;
}

describe('frames in a stream', () => {
  it('are those that were sent, wherever the stream is cut', async () => {
    const frames = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(frames, fc.array(fc.nat({ max: 400 })), async (sent, cuts) => {
        const bytes = Buffer.concat(sent.map((each) => framed(each)));
        expect(await framesOf(bytes, cuts)).toEqual(sent.map((each) => Buffer.from(each)));
      }),
    );
  });

  it('may be sent in pieces', async () => {
    const bytes = framed(Buffer.from('a'), Buffer.from(''), Buffer.from('bc'));
    expect((await framesOf(bytes, [])).map(String)).toEqual(['abc']);
  });

  it('that are incomplete are none', async () => {
    const bytes = framed(Buffer.from('abc'));
    for (const length of [2, 4, 6]) {
      expect(await framesOf(bytes.subarray(0, length), [])).toEqual([]);
    }
  });

  it('that are too large end the stream by their length alone', async () => {
    const tooLarge = framed(Buffer.alloc(11)).subarray(0, 4);
    await expect(framesOf(tooLarge, [], 10)).rejects.toThrow('a frame of 11 bytes, and at most 10 are read');
    expect(await framesOf(framed(Buffer.alloc(10)), [], 10)).toHaveLength(1);
  });
});
