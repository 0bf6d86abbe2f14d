import { describe, expect, it } from 'vitest';
import { RandomBytes } from '../../../../src/chart/sandbox/random.ts';
import { type End, WasiInstance, type World } from '../../../../src/chart/sandbox/wasi.ts';
import { ANSWERS, type HostCall, programModule, type TestProgram } from '../../../support/wasm.ts';

const SEED = Buffer.from('seed');
const TIME = Date.UTC(2026, 0, 2);

/** End of a program in a world, with what it wrote. */
interface Run {
  readonly end: End;
  readonly output: Buffer;
  readonly errors: string;
}

function worldWith(changes: Partial<World> = {}): World {
  return {
    stdin: Buffer.from('input'),
    time: TIME,
    random: new RandomBytes(SEED),
    maxOutput: 100_000,
    maxTime: 10_000,
    onClock: () => undefined,
    ...changes,
  };
}

async function run(program: TestProgram, world: Partial<World> = {}): Promise<Run> {
  const instance = await WasiInstance.of(await WebAssembly.compile(programModule(program)));
  const end = instance.call('answer', worldWith(world));
  return { end, output: Buffer.from(instance.output), errors: instance.errors };
}

/** Addresses beyond those of the tests: of a vector for all of the memory. */
const [ALL, WRITTEN] = [59_000, 59_008];

/** Memory after some calls, and their answers. */
async function memoryAfter(
  calls: readonly HostCall[],
  memory: TestProgram['memory'] = {},
  world: Partial<World> = {},
) {
  const all: HostCall = ['fd_write', 1, ALL, 1, WRITTEN];
  const program = { memory: { ...memory, [ALL]: vectors([0, 65_536]) }, calls: [...calls, all] };
  const { end, output } = await run(program, world);
  expect(end).toBe(0);
  return { memory: output, answers: calls.map((_call, index) => output.readInt32LE(ANSWERS + 4 * index)) };
}

/** Vectors, each an address and a length. */
function vectors(...pieces: readonly (readonly [number, number])[]): Buffer {
  const bytes = Buffer.alloc(8 * pieces.length);
  for (const [index, [address, length]] of pieces.entries()) {
    bytes.writeUInt32LE(address, 8 * index);
    bytes.writeUInt32LE(length, 8 * index + 4);
  }
  return bytes;
}

const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;

describe('a program sees', () => {
  it('its name alone of arguments, and no environment', async () => {
    const { memory, answers } = await memoryAfter(
      [
        ['args_sizes_get', 0, 4],
        ['args_get', 8, 16],
        ['environ_sizes_get', 32, 36],
        ['environ_get', 40, 44],
      ],
      { 32: Buffer.alloc(8, 1) },
    );
    expect(answers).toEqual([0, 0, 0, 0]);
    expect([memory.readUInt32LE(0), memory.readUInt32LE(4), memory.readUInt32LE(8)]).toEqual([1, 6, 16]);
    expect(memory.toString('latin1', 16, 22)).toBe('chart\0');
    expect([memory.readUInt32LE(32), memory.readUInt32LE(36)]).toEqual([0, 0]);
  });

  it('the time that it was given, which stands still, while a clock of intervals runs', async () => {
    const { memory } = await memoryAfter([
      ['clock_time_get', 0, 1n, 0],
      ['clock_time_get', 1, 1n, 8],
      ['clock_time_get', 1, 1n, 16],
      ['clock_time_get', 0, 1n, 24],
    ]);
    const at = (address: number) => memory.readBigUInt64LE(address);
    expect([at(0), at(24)]).toEqual([BigInt(TIME) * 1_000_000n, BigInt(TIME) * 1_000_000n]);
    expect(at(16)).toBeGreaterThan(at(8));
  });

  it('no wait, but a clock of intervals that says so', async () => {
    const sleep = Buffer.alloc(48);
    sleep.writeBigUInt64LE(7n, 0);
    sleep.writeBigUInt64LE(3_000_000_000n, 24);
    const began = performance.now();
    const { memory, answers } = await memoryAfter(
      [
        ['clock_time_get', 1, 1n, 200],
        ['poll_oneoff', 0, 100, 1, 140],
        ['clock_time_get', 1, 1n, 208],
      ],
      { 0: sleep },
    );
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(answers[1]).toBe(0);
    expect([memory.readBigUInt64LE(100), memory.readUInt16LE(108), memory.readUInt32LE(140)]).toEqual([
      7n,
      0,
      1,
    ]);
    expect(memory.readBigUInt64LE(208) - memory.readBigUInt64LE(200)).toBeGreaterThanOrEqual(3_000_000_000n);
  });

  it('the random bytes of its seed', async () => {
    const { memory } = await memoryAfter([['random_get', 10, 100]]);
    const expected = Buffer.alloc(100);
    new RandomBytes(SEED).fill(expected);
    expect(memory.subarray(10, 110)).toEqual(expected);
    expect(memory.readUInt32LE(110)).toBe(0);
  });

  it('its input in the pieces that it asks for, and then its end', async () => {
    const { memory, answers } = await memoryAfter(
      [
        ['fd_read', 0, 0, 2, 40],
        ['fd_read', 0, 16, 1, 44],
        ['fd_read', 0, 16, 1, 48],
        ['fd_read', 3, 0, 1, 52],
      ],
      { 0: vectors([100, 1], [110, 2], [120, 9]) },
    );
    expect(answers).toEqual([0, 0, 0, BAD_DESCRIPTOR]);
    expect([memory.readUInt32LE(40), memory.readUInt32LE(44), memory.readUInt32LE(48)]).toEqual([3, 2, 0]);
    const text = (begin: number, end: number) => memory.toString('latin1', begin, end);
    expect([text(100, 102), text(110, 113), text(120, 123)]).toEqual(['i\0', 'np\0', 'ut\0']);
  });

  it('three descriptors, of which none is a folder', async () => {
    const { answers } = await memoryAfter([
      ['fd_fdstat_get', 0, 0],
      ['fd_fdstat_get', 2, 0],
      ['fd_fdstat_get', 3, 0],
      ['fd_prestat_get', 3, 0],
      ['fd_write', 3, ALL, 1, WRITTEN],
    ]);
    expect(answers).toEqual([0, 0, BAD_DESCRIPTOR, BAD_DESCRIPTOR, BAD_DESCRIPTOR]);
  });

  const others: readonly HostCall[] = [
    ['path_open', 3, 0, 0, 1, 0, 0n, 0n, 0, 0],
    ['path_unlink_file', 3, 0, 1],
    ['fd_readdir', 3, 0, 0, 0n, 0],
    ['sock_accept', 3, 0, 0],
    ['sock_send', 3, 0, 0, 0, 0],
    ['proc_raise', 9],
    ['a_function_of_tomorrow'],
  ];

  it.each(others.map((call) => [call[0], call] as const))('nothing by %s', async (_name, call) => {
    expect((await memoryAfter([call])).answers).toEqual([NOT_SUPPORTED]);
  });
});

describe('a program ends', () => {
  const print: HostCall = ['fd_write', 1, 0, 2, 32];
  const complain: HostCall = ['fd_write', 2, 0, 2, 32];
  const memory = { 0: vectors([100, 3], [200, 2]), 100: Buffer.from('abc'), 200: Buffer.from('de') };

  it('with its output', async () => {
    expect(await run({ memory, calls: [print, complain, print] })).toEqual({
      end: 0,
      output: Buffer.from('abcdeabcde'),
      errors: 'abcde',
    });
  });

  it('with its exit code, at once', async () => {
    const { end, output } = await run({ memory, calls: [print, ['proc_exit', 3], print] });
    expect([end, String(output)]).toEqual([3, 'abcde']);
  });

  it('at too much output', async () => {
    const calls = [print, print];
    expect((await run({ memory, calls }, { maxOutput: 10 })).end).toBe(0);
    expect((await run({ memory, calls }, { maxOutput: 9 })).end).toBe('too-much-output');
  });

  it('at its clock when its time is over', async () => {
    const calls: readonly HostCall[] = [['clock_time_get', 1, 1n, 0], print];
    const { end, output } = await run({ memory, calls }, { maxTime: -1 });
    expect([end, output.length]).toEqual(['too-slow', 0]);
  });

  it('with the beginning of long errors', async () => {
    const { errors } = await run({
      memory: { 0: vectors([100, 3000]), 100: Buffer.alloc(3000, 'x') },
      calls: [
        ['fd_write', 2, 0, 1, 32],
        ['fd_write', 2, 0, 1, 32],
      ],
    });
    expect(errors).toBe('x'.repeat(4096));
  });

  it('with a RangeError at an address outside of its memory', async () => {
    await expect(run({ calls: [['random_get', 65_530, 100]] })).rejects.toThrow(RangeError);
  });
});

it('a module without the function does not do it', async () => {
  const instance = await WasiInstance.of(await WebAssembly.compile(programModule({ calls: [] })));
  expect(() => instance.call('another', worldWith())).toThrow('no function another');
});
