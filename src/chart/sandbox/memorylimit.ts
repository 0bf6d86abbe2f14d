import { Buffer } from 'node:buffer';

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65_536;

const HEADER = 8;
const MEMORY_SECTION = 5;

/**
 * The module with a maximum for its memory, in bytes, above which its memory does not grow. Throws a TypeError for what
 * is no module with one memory.
 */
export function withMemoryLimit(module: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const reader = new Reader(module, HEADER);
  while (!reader.atEnd) {
    const start = reader.position;
    const id = reader.number();
    const length = reader.number();
    const end = reader.position + length;
    if (id === MEMORY_SECTION) {
      const content = limited(reader, Math.floor(bytes / PAGE));
      const section = [MEMORY_SECTION, ...encoded(content.length), ...content];
      return Buffer.concat([module.subarray(0, start), Uint8Array.from(section), module.subarray(end)]);
    }
    reader.position = end;
  }
  throw new TypeError('the module has no memory of its own');
}

/** Content of the section with the least size of the one memory in it, and this maximum in pages. */
function limited(reader: Reader, maximum: number): readonly number[] {
  const [memories, , least] = [reader.number(), reader.number(), reader.number()];
  if (memories !== 1 || least > maximum) {
    throw new TypeError(`the module has ${memories} memories and needs ${least} pages of ${maximum}`);
  }
  const hasMaximum = 1;
  return [memories, hasMaximum, ...encoded(least), ...encoded(maximum)];
}

/** Reader of the numbers of a module, which have seven bits in each byte (LEB128). */
class Reader {
  position: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = bytes;
    this.position = position;
  }

  get atEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  number(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.position++];
      if (byte === undefined) {
        throw new TypeError('the module is incomplete');
      }
      value += (byte % 128) * factor;
      factor *= 128;
      if (byte < 128) {
        return value;
      }
    }
  }
}

function encoded(number: number): readonly number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...encoded(Math.floor(number / 128))];
}
