import { describe, expect, it } from 'vitest';
import { initialized } from '../../../../../deploy/local/binaries/initialized.ts';
import { RandomBytes } from '../../../../../src/chart/sandbox/random.ts';
import { WasiInstance } from '../../../../../src/chart/sandbox/wasi.ts';
import { COUNT, type HostCall, programModule } from '../../../../support/wasm.ts';

/** Addresses of a vector for the first page of the memory, of what is initialized, and of what an answer adds. */
const [VECTOR, INITIAL, ADDED] = [59_000, 100, 200];
const PAGE = 65_536;
const FIRST_PAGE = Buffer.from(Uint32Array.of(0, PAGE).buffer);

const PRINT: HostCall = ['fd_write', 1, VECTOR, 1, VECTOR + 8];

function randomOf(seed: string, length = 16): Buffer {
  const bytes = Buffer.alloc(length);
  new RandomBytes(Buffer.from(seed)).fill(bytes);
  return bytes;
}

/** Output of an answer of the program. */
async function answerOf(module: WebAssembly.Module, seed: string): Promise<Buffer> {
  const program = await WasiInstance.of(module);
  const ended = program.call('answer', {
    stdin: Buffer.alloc(0),
    time: 0,
    random: new RandomBytes(Buffer.from(seed)),
    maxOutput: 2 * PAGE,
    maxTime: 10_000,
    onClock: () => undefined,
  });
  expect(ended).toBe(0);
  return Buffer.from(program.output);
}

describe('each instance of an initialized program', () => {
  const program = programModule({
    memory: { [VECTOR]: FIRST_PAGE, 20000: Buffer.from('data') },
    initial: [
      ['random_get', INITIAL, 16],
      ['random_get', PAGE + INITIAL, 16],
    ],
    calls: [PRINT, ['random_get', ADDED, 16], ['random_get', 2 * PAGE - 16, 16], PRINT],
  });

  it('begins with the memory and the globals of its initialization, whatever others did', async () => {
    const module = await WebAssembly.compile(await initialized(program, 4 * PAGE));
    for (const seed of ['one', 'other', 'one']) {
      const output = await answerOf(module, seed);
      const [before, after] = [output.subarray(0, PAGE), output.subarray(PAGE)];
      expect(before.subarray(INITIAL, INITIAL + 16)).toEqual(randomOf(''));
      expect(before.toString('latin1', 20_000, 20_004)).toBe('data');
      expect(before.subarray(ADDED, ADDED + 16)).toEqual(Buffer.alloc(16));
      expect(before.readUInt32LE(COUNT)).toBe(1);
      expect(after.subarray(ADDED, ADDED + 16)).toEqual(randomOf(seed));
    }
  });

  it('begins with memory behind that of the module', async () => {
    const far = Buffer.from(Uint32Array.of(PAGE, PAGE).buffer);
    const module = await initialized(
      programModule({
        memory: { [VECTOR]: far },
        initial: [['random_get', PAGE + INITIAL, 16]],
        calls: [PRINT],
      }),
      4 * PAGE,
    );
    const output = await answerOf(await WebAssembly.compile(module), 'one');
    expect(output.subarray(INITIAL, INITIAL + 16)).toEqual(randomOf(''));
  });

  it('has no more memory than it may have', async () => {
    const { exports } = await WebAssembly.instantiate(
      await WebAssembly.compile(await initialized(program, 4 * PAGE)),
      {
        wasi: { fd_write: () => 0, random_get: () => 0 },
      },
    );
    const memory = exports.memory as WebAssembly.Memory & { readonly grow: (pages: number) => number };
    expect(memory.grow(2)).toBe(2);
    expect(() => memory.grow(1)).toThrow(RangeError);
    await expect(initialized(program, PAGE)).rejects.toThrow('needs 2 pages of 1');
  });

  it('is the same, byte for byte, from each build', async () => {
    expect(await initialized(program, 4 * PAGE)).toEqual(await initialized(program, 4 * PAGE));
  });
});

it('a program that ends while it is initialized is refused', async () => {
  const module = programModule({ initial: [['proc_exit', 3]], calls: [] });
  await expect(initialized(module, 4 * PAGE)).rejects.toThrow('does not initialize itself: 3');
});
