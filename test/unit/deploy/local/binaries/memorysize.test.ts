import { describe, expect, it } from 'vitest';
import { withMemorySize } from '../../../../../deploy/local/binaries/memorysize.ts';
import { type MemorySize, memoryModule } from '../../../../support/wasm.ts';

/** Function of the module that makes its memory grow by pages: it answers the pages before, or -1. */
async function growIn(module: Uint8Array): Promise<(pages: number) => number> {
  const compiled = await WebAssembly.compile(Uint8Array.from(module));
  const { exports } = await WebAssembly.instantiate(compiled, {});
  return exports.grow as (pages: number) => number;
}

describe('a memory begins with its least size, and grows to its largest and no further', () => {
  it.each<[string, MemorySize, number, number]>([
    ['without a maximum of its own', [1], 1, 3],
    ['with a larger one', [1, 1000], 1, 3],
    ['with a smaller one', [1, 2], 1, 3],
    ['with a larger least size', [1], 2, 3],
    ['with numbers of several bytes', [200], 200, 300],
    ['that is as large as its limit', [3], 3, 3],
  ])('%s', async (_title, memory, least, most) => {
    const grow = await growIn(withMemorySize(memoryModule(memory), { least, most }));
    expect(grow(most - least)).toBe(least);
    expect(grow(1)).toBe(-1);
  });
});

it('without a limit, the memory grows', async () => {
  const grow = await growIn(memoryModule([1]));
  expect(grow(10)).toBe(1);
});

it.each<[string, Uint8Array, string]>([
  ['without memory', memoryModule(), 'no section for memory'],
  ['with two memories', memoryModule([1], [1]), '2 memories'],
  ['that needs more than the limit', memoryModule([9]), 'needs 9 pages of 8'],
  ['that ends in a number', Uint8Array.from([...memoryModule().subarray(0, 8), 1, 0x80]), 'incomplete'],
])('refuses a module %s', (_title, module, message) => {
  expect(() => withMemorySize(module, { least: 9, most: 8 })).toThrow(message);
});
