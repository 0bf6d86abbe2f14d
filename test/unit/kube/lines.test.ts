import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from '../../../src/kube/lines.ts';

async function collect(chunks: Uint8Array[]): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  return Array.fromAsync(linesOf(stream()));
}

it('yields the same lines wherever chunks end, even inside a character', async () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1 }),
      fc.integer({ min: 1, max: 7 }),
      async (lines, size) => {
        const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(await collect(chunks)).toEqual(lines);
      },
    ),
  );
});

it('yields an unterminated last line', async () => {
  expect(await collect([new TextEncoder().encode('a\nb')])).toEqual(['a', 'b']);
});
