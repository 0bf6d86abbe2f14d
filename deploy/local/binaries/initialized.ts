import { RandomBytes } from '../../../src/chart/sandbox/random.ts';
import { WasiInstance } from '../../../src/chart/sandbox/wasi.ts';
import { withMemorySize } from './memorysize.ts';
import { encoded, type Reader, sectionOf, withSection } from './sections.ts';

/** Start of the names under which a module exports its globals for their values. */
const GLOBAL = 'global';

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65_536;

/** Bytes of memory that are left out of a module where they are all zero. */
const BLOCK = 4096;

/** Instructions and types of WebAssembly, and the kind of an export that is a global. */
const [I32_CONST, I64_CONST, END, I32, I64, KIND_GLOBAL] = [0x41, 0x42, 0x0b, 0x7f, 0x7e, 3];

/** Milliseconds of CPU time for the initialization. */
const MAX_TIME = 60_000;

/** State of a program. */
interface State {
  readonly memory: Uint8Array;
  readonly globals: readonly (number | bigint)[];
}

/**
 * The module of a program for WASI in the state after its initialization (`_initialize`), which takes a large program longer
 * than most of its answers, and with a maximum for its memory, in bytes, above which its memory does not grow. It was
 * initialized in a world without time, input and chance. Throws a TypeError where it does not initialize itself within
 * that memory.
 */
export async function initialized(module: Uint8Array, maxMemory: number): Promise<Uint8Array<ArrayBuffer>> {
  const { memory, globals } = await stateOf(module);
  const size = { least: memory.length / PAGE, most: Math.floor(maxMemory / PAGE) };
  const set = withSection(withMemorySize(module, size), 'globals', (content) => globalsOf(content, globals));
  return withSection(set, 'data', () => dataOf(memory));
}

async function stateOf(module: Uint8Array): Promise<State> {
  const program = await WasiInstance.of(await WebAssembly.compile(withGlobals(module)));
  const ended = program.call('_initialize', {
    stdin: new Uint8Array(),
    time: 0,
    random: new RandomBytes(new Uint8Array()),
    maxOutput: 0,
    maxTime: MAX_TIME,
    onClock: () => undefined,
  });
  if (ended !== 0) {
    throw new TypeError(`the module does not initialize itself: ${ended} ${program.errors}`);
  }
  const { exports } = program;
  const globals = Object.values(exports).filter((each) => each instanceof WebAssembly.Global);
  const { buffer } = exports.memory as WebAssembly.Memory;
  return { memory: new Uint8Array(buffer), globals: globals.map(({ value }) => value) };
}

/** The module with an export for each of its globals. */
function withGlobals(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = sectionOf(module, 'globals').number();
  const exported = Array.from({ length: count }, (_, index) => {
    const name = Buffer.from(`${GLOBAL}${index}`);
    return [...encoded(name.length), ...name, KIND_GLOBAL, ...encoded(index)];
  });
  return withSection(module, 'exports', (content) =>
    Uint8Array.from([...encoded(content.number() + count), ...content.rest, ...exported.flat()]),
  );
}

/** Content of the section with the globals, which have these values from the start. */
function globalsOf(content: Reader, values: readonly (number | bigint)[]): Uint8Array {
  const bytes = [...encoded(content.number())];
  for (const value of values) {
    const [type, isVariable] = [content.number(), content.number()];
    if (type !== I32 && type !== I64) {
      throw new TypeError(`the module has a global of type ${type}`);
    }
    skipConstant(content);
    const instruction = type === I32 ? I32_CONST : I64_CONST;
    bytes.push(type, isVariable, instruction, ...signed(BigInt(value)), END);
  }
  return Uint8Array.from(bytes);
}

/** Skips an instruction with its number, and the end of the expression. */
function skipConstant(content: Reader): void {
  content.number();
  content.number();
  content.number();
}

/** Content of the section with the data: all blocks of the memory that are not zero, adjacent ones as one. */
function dataOf(memory: Uint8Array): Uint8Array {
  const zero = Buffer.alloc(BLOCK);
  const segments: [start: number, end: number][] = [];
  for (let start = 0; start < memory.length; start += BLOCK) {
    const last = segments.at(-1);
    if (zero.equals(memory.subarray(start, start + BLOCK))) {
      continue;
    }
    if (last?.[1] === start) {
      last[1] += BLOCK;
    } else {
      segments.push([start, start + BLOCK]);
    }
  }
  const parts = segments.flatMap(([start, end]) => [
    Uint8Array.from([0, I32_CONST, ...signed(BigInt(start)), END, ...encoded(end - start)]),
    memory.subarray(start, end),
  ]);
  return Buffer.concat([Uint8Array.from(encoded(segments.length)), ...parts]);
}

/** Bytes of a number with a sign. */
function signed(value: bigint): readonly number[] {
  const [low, rest] = [Number(BigInt.asUintN(7, value)), value >> 7n];
  const isLast = rest === (low < 64 ? 0n : -1n);
  return isLast ? [low] : [low + 128, ...signed(rest)];
}
