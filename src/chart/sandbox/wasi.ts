import { Buffer } from 'node:buffer';
import type { RandomBytes } from './random.ts';

/** End of a program: its exit code, or why its host stopped it. */
export type End = number | 'too-much-output' | 'too-slow';

/** Unwinds the program to its start. */
class Exit {
  readonly end: End;

  constructor(end: End) {
    this.end = end;
  }
}

/** Time and chance of a program. */
interface Circumstances {
  /** Unix milliseconds, which stand still. */
  readonly time: number;
  readonly random: RandomBytes;
}

/** All that a call of a program gets from outside. */
export interface World extends Circumstances {
  readonly stdin: Uint8Array;
  /** Time and chance while the program has entered the fresh world; those of the kept one where undefined. */
  readonly fresh?: Circumstances | undefined;
  /** Bytes that it may write to stdout. */
  readonly maxOutput: number;
  /** Time of the CPU that it may take, in milliseconds. */
  readonly maxTime: number;
  /** Called when it looks at a clock, as one that runs on does again and again. */
  readonly onClock: () => void;
}

/** Name of the program, its only argument. */
const PROGRAM = Buffer.from('chart\0');

// Numbers of WASI's errors.
const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 52;

const STDOUT = 1;
const STDERR = 2;

/** Bytes of stderr that are kept: a report of the Go runtime names its cause first. */
const MAX_ERRORS = 4096;

/** Time (ns) that passes between two looks at the clock of intervals, by which the Go runtime plans its own work. */
const TICK = 1_000n;

const MONOTONIC = 1;

/** Number of the world that a program is in until it enters the other one. */
const KEPT = 0;

/**
 * Instance of a program in Go for WASI (preview 1). It has stdin, stdout and stderr, and a clock and random bytes of its
 * host's choice. Files, folders, sockets and the environment do not exist: each other function answers that it is not
 * supported.
 */
export class WasiInstance {
  readonly #output: Uint8Array[] = [];
  readonly #errors: Uint8Array[] = [];
  #written = 0;
  #complained = 0;
  #consumed = 0;
  #elapsed = 0n;
  #before = process.cpuUsage();
  #in = KEPT;
  #given: World | undefined;
  #instance: WebAssembly.Instance | undefined;

  private constructor() {}

  /** Instance of a module. */
  static async of(module: WebAssembly.Module): Promise<WasiInstance> {
    const made = new WasiInstance();
    made.#instance = await WebAssembly.instantiate(module, importsOf(module, made.#functions()));
    return made;
  }

  /**
   * Calls what the program exports by this name, in a world. Throws a TypeError where it exports no such function or no
   * memory, and what the engine throws, such as a RangeError for calls that are too deep.
   */
  call(name: string, world: World): End {
    const called = this.exports[name];
    if (typeof called !== 'function') {
      throw new TypeError(`the module has no function ${name}`);
    }
    this.#given = world;
    this.#before = process.cpuUsage();
    try {
      called();
      return 0;
    } catch (error) {
      if (error instanceof Exit) {
        return error.end;
      }
      throw error;
    }
  }

  /** Exports of the module, by name. */
  get exports(): Readonly<Record<string, unknown>> {
    return this.#instance?.exports ?? {};
  }

  /** Content of stdout. */
  get output(): Uint8Array {
    return Buffer.concat(this.#output);
  }

  /** Beginning of stderr. */
  get errors(): string {
    return Buffer.concat(this.#errors).toString();
  }

  #functions(): Readonly<Record<string, WasiFunction>> {
    return {
      args_sizes_get: (count, bytes) => this.#counts({ count, bytes }, 1, PROGRAM.length),
      args_get: (places, bytes) => this.#arguments(places, bytes),
      environ_sizes_get: (count, bytes) => this.#counts({ count, bytes }, 0, 0),
      environ_get: () => SUCCESS,
      clock_time_get: (clock, _precision, at) => this.#clock(clock, at),
      random_get: (at, length) => this.#random(at, length),
      fd_read: (descriptor, vectors, count, at) => this.#read(descriptor, { vectors, count, at }),
      fd_write: (descriptor, vectors, count, at) => this.#write(descriptor, { vectors, count, at }),
      fd_fdstat_get: (descriptor, at) => this.#status(descriptor, at),
      fd_fdstat_set_flags: () => SUCCESS,
      fd_prestat_get: () => BAD_DESCRIPTOR,
      poll_oneoff: (subscriptions, events, count, at) => this.#poll({ subscriptions, events, count, at }),
      sched_yield: () => SUCCESS,
      // Not of WASI: the renderer enters a world by its number.
      enter: (world) => {
        this.#in = world;
        return SUCCESS;
      },
      proc_exit: (code) => {
        throw new Exit(code);
      },
    };
  }

  get #view(): DataView {
    return new DataView(this.#buffer);
  }

  /** Memory of the program, which is another buffer after it has grown. */
  get #buffer(): ArrayBuffer {
    const { memory } = this.exports;
    if (!(memory instanceof WebAssembly.Memory)) {
      throw new TypeError('the module has no memory to exchange with its host');
    }
    return memory.buffer;
  }

  get #world(): World {
    if (this.#given === undefined) {
      throw new TypeError('the program calls its host before it is called');
    }
    return this.#given;
  }

  get #circumstances(): Circumstances {
    return this.#in === KEPT ? this.#world : (this.#world.fresh ?? this.#world);
  }

  #counts(at: Record<'count' | 'bytes', number>, count: number, bytes: number): number {
    this.#view.setUint32(at.count, count, true);
    this.#view.setUint32(at.bytes, bytes, true);
    return SUCCESS;
  }

  #arguments(places: number, bytes: number): number {
    this.#view.setUint32(places, bytes, true);
    new Uint8Array(this.#buffer).set(PROGRAM, bytes);
    return SUCCESS;
  }

  /** The Go runtime looks at the clock in each collection of garbage, so that a program that runs on is stopped here. */
  #clock(clock: number, at: number): number {
    this.#world.onClock();
    const { user, system } = process.cpuUsage(this.#before);
    if (user + system > this.#world.maxTime * 1000) {
      throw new Exit('too-slow');
    }
    this.#elapsed += TICK;
    const time = clock === MONOTONIC ? this.#elapsed : BigInt(this.#circumstances.time) * 1_000_000n;
    this.#view.setBigUint64(at, time, true);
    return SUCCESS;
  }

  #random(at: number, length: number): number {
    this.#circumstances.random.fill(new Uint8Array(this.#buffer, at, length));
    return SUCCESS;
  }

  #read(descriptor: number, { vectors, count, at }: Vectors): number {
    if (descriptor !== 0) {
      return BAD_DESCRIPTOR;
    }
    const before = this.#consumed;
    for (const target of this.#pieces(vectors, count)) {
      const piece = this.#world.stdin.subarray(this.#consumed, this.#consumed + target.length);
      target.set(piece);
      this.#consumed += piece.length;
    }
    this.#view.setUint32(at, this.#consumed - before, true);
    return SUCCESS;
  }

  #write(descriptor: number, { vectors, count, at }: Vectors): number {
    if (descriptor !== STDOUT && descriptor !== STDERR) {
      return BAD_DESCRIPTOR;
    }
    const pieces = this.#pieces(vectors, count);
    for (const piece of pieces) {
      if (descriptor === STDOUT) {
        this.#print(piece);
      } else {
        this.#complain(piece);
      }
    }
    this.#view.setUint32(at, total(pieces), true);
    return SUCCESS;
  }

  #print(piece: Uint8Array): void {
    this.#written += piece.length;
    if (this.#written > this.#world.maxOutput) {
      throw new Exit('too-much-output');
    }
    this.#output.push(piece.slice());
  }

  #complain(piece: Uint8Array): void {
    const kept = piece.slice(0, MAX_ERRORS - this.#complained);
    this.#complained += kept.length;
    this.#errors.push(kept);
  }

  /** Pieces of the program's memory that a list of vectors names. */
  #pieces(vectors: number, count: number): readonly Uint8Array[] {
    return Array.from({ length: count }, (_, index) => {
      const place = vectors + 8 * index;
      const [start, length] = [this.#view.getUint32(place, true), this.#view.getUint32(place + 4, true)];
      return new Uint8Array(this.#buffer, start, length);
    });
  }

  /** Status of a descriptor: a character device with all rights. */
  #status(descriptor: number, at: number): number {
    if (descriptor > STDERR) {
      return BAD_DESCRIPTOR;
    }
    this.#view.setUint8(at, 2);
    this.#view.setUint16(at + 2, 0, true);
    this.#view.setBigUint64(at + 8, 0xffff_ffffn, true);
    this.#view.setBigUint64(at + 16, 0n, true);
    return SUCCESS;
  }

  /** Sleeps end at once: the clock of intervals jumps. */
  #poll({ subscriptions, events, count, at }: Poll): number {
    for (let index = 0; index < count; index++) {
      const [from, to] = [subscriptions + 48 * index, events + 32 * index];
      const type = this.#view.getUint8(from + 8);
      this.#view.setBigUint64(to, this.#view.getBigUint64(from, true), true);
      this.#view.setUint16(to + 8, SUCCESS, true);
      this.#view.setUint8(to + 10, type);
      if (type === 0) {
        this.#elapsed += this.#view.getBigUint64(from + 24, true);
      }
    }
    this.#view.setUint32(at, count, true);
    return SUCCESS;
  }
}

/** Function of WASI; its arguments are numbers and addresses in the program's memory. */
type WasiFunction = (...args: number[]) => number;

interface Vectors {
  readonly vectors: number;
  readonly count: number;
  /** Address of the number of bytes in the answer. */
  readonly at: number;
}

interface Poll {
  readonly subscriptions: number;
  readonly events: number;
  readonly count: number;
  readonly at: number;
}

/** Imports of the module, each the function with its name or one that is not supported. */
function importsOf(
  module: WebAssembly.Module,
  functions: Readonly<Record<string, WasiFunction>>,
): WebAssembly.Imports {
  const imports: Record<string, Record<string, WasiFunction>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = functions[name] ?? (() => NOT_SUPPORTED);
  }
  return imports;
}

function total(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
