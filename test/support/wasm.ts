/** Call of a function of the host: its name, and its arguments, of which a bigint is one of 64 bits. */
export type HostCall = readonly [name: string, ...args: readonly (number | bigint)[]];

/** Program for tests in WebAssembly. */
export interface TestProgram {
  /** Content of the memory by address. */
  readonly memory?: Readonly<Record<number, Uint8Array>>;
  /** Calls of its initialization, one after the other. */
  readonly initial?: readonly HostCall[];
  /** Calls of an answer; the answer of each is stored at 4 × its index from `ANSWERS`. */
  readonly calls: readonly HostCall[];
}

/** Address of the answers of calls. */
export const ANSWERS = 60_000;

/** Address of how often the program has answered, as a global tells it: 1, after an initialization. */
export const COUNT = 59_900;

/** Type of a WebAssembly section, by the number that a module has for it. */
const SECTION = {
  types: 1,
  imports: 2,
  functions: 3,
  memory: 5,
  globals: 6,
  exports: 7,
  code: 10,
  data: 11,
} as const;

const [I32, I64] = [0x7f, 0x7e];
const FUNCTION = 0;

/**
 * Module of a program for WASI, with a page of memory and another one after its initialization: `_initialize` and
 * `answer` make its calls.
 */
export function programModule({ memory = {}, initial = [], calls }: TestProgram): Uint8Array<ArrayBuffer> {
  const all = [...calls, ...initial];
  const answer = all.length;
  const initialize = answer + 1;
  const bodies = [
    [...COUNTED, ...calls.flatMap(instructionsOf)],
    [...GROWN, ...initial.flatMap((call, index) => [...instructionsOf(call, calls.length + index)])],
  ];
  return moduleOf([
    [SECTION.types, [...all.map(typeOf), [0x60, 0, 0]]],
    [SECTION.imports, all.map(([name], type) => [...text('wasi'), ...text(name), FUNCTION, ...number(type)])],
    [SECTION.functions, bodies.map(() => number(all.length))],
    [SECTION.memory, [[0, 1]]],
    [SECTION.globals, [[I32, 1, ...constant(0), 0x0b]]],
    [
      SECTION.exports,
      [
        [...text('memory'), 2, 0],
        [...text('answer'), FUNCTION, ...number(answer)],
        [...text('_initialize'), FUNCTION, ...number(initialize)],
      ],
    ],
    [SECTION.code, bodies.map((body) => sized([0, ...body, 0x0b]))],
    [
      SECTION.data,
      Object.entries(memory).map(([address, bytes]) => [
        0,
        ...constant(Number(address)),
        0x0b,
        ...sized([...bytes]),
      ]),
    ],
  ]);
}

/** Instructions that store the global, and that add one to it. */
const COUNTED = [...constant(COUNT), 0x23, 0, 0x36, 2, 0, 0x23, 0, ...constant(1), 0x6a, 0x24, 0];

/** Instructions that set the global to one, and add a page to the memory. */
const GROWN = [...constant(1), 0x24, 0, ...constant(1), 0x40, 0, 0x1a];

/** Size of a memory in pages, and its maximum, if it has one. */
export type MemorySize = readonly [least: number, most?: number];

/** Module with these memories, and a function that makes the first grow. */
export function memoryModule(...memories: readonly MemorySize[]): Uint8Array<ArrayBuffer> {
  const limits = memories.map(([least, most]) =>
    most === undefined ? [0, ...number(least)] : [1, ...number(least), ...number(most)],
  );
  return moduleOf([
    [SECTION.types, [[0x60, 1, I32, 1, I32]]],
    [SECTION.functions, [[0]]],
    [SECTION.memory, limits],
    [SECTION.exports, [[...text('grow'), FUNCTION, 0]]],
    [SECTION.code, [sized([0, 0x20, 0, 0x40, 0, 0x0b])]],
  ]);
}

type Section = readonly [id: number, entries: readonly (readonly number[])[]];

function moduleOf(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const bytes = sections
    .filter(([, entries]) => entries.length > 0)
    .flatMap(([id, entries]) => [id, ...sized([...number(entries.length), ...entries.flat()])]);
  return Uint8Array.from([0, ...Buffer.from('asm'), 1, 0, 0, 0, ...bytes]);
}

function typeOf([name, ...args]: HostCall): readonly number[] {
  const parameters = args.map((each) => (typeof each === 'bigint' ? I64 : I32));
  return [0x60, ...sized(parameters), ...(hasAnswer(name) ? [1, I32] : [0])];
}

function instructionsOf([name, ...args]: HostCall, index: number): readonly number[] {
  const call = [...args.flatMap(constant), 0x10, ...number(index)];
  const store = [0x36, 2, 0];
  return hasAnswer(name) ? [...constant(ANSWERS + 4 * index), ...call, ...store] : call;
}

function hasAnswer(name: string): boolean {
  return name !== 'proc_exit';
}

function constant(value: number | bigint): readonly number[] {
  return typeof value === 'bigint' ? [0x42, ...signed(value)] : [0x41, ...signed(BigInt(value))];
}

function text(value: string): readonly number[] {
  return sized([...Buffer.from(value)]);
}

function sized(bytes: readonly number[]): readonly number[] {
  return [...number(bytes.length), ...bytes];
}

/** Number in groups of seven bits (LEB128). */
function number(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...number(Math.floor(value / 128))];
}

function signed(value: bigint): readonly number[] {
  const [low, rest] = [Number(BigInt.asUintN(7, value)), value >> 7n];
  const isLast = rest === (low < 64 ? 0n : -1n);
  return isLast ? [low] : [low + 128, ...signed(rest)];
}
