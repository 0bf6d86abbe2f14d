import { Buffer } from 'node:buffer';

/** Number that a module has for the type of a section. */
const SECTION = { memory: 5, globals: 6, exports: 7, data: 11 } as const;

const HEADER = 8;

/** Reader of the content of a section of the module. Throws a TypeError where it has no such section. */
export function sectionOf(module: Uint8Array, section: keyof typeof SECTION): Reader {
  const { content, end } = placeOf(module, section);
  return new Reader(module.subarray(content, end));
}

/** The module with another content of one of its sections. Throws a TypeError where it has no such section. */
export function withSection(
  module: Uint8Array,
  section: keyof typeof SECTION,
  change: (content: Reader) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const { start, end } = placeOf(module, section);
  const changed = change(sectionOf(module, section));
  const head = Uint8Array.from([SECTION[section], ...encoded(changed.length)]);
  return Buffer.concat([module.subarray(0, start), head, changed, module.subarray(end)]);
}

/** Addresses in a module: of a section, of its content, and behind it. */
interface Place {
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

function placeOf(module: Uint8Array, section: keyof typeof SECTION): Place {
  const reader = new Reader(module, HEADER);
  while (!reader.atEnd) {
    const start = reader.position;
    const id = reader.number();
    const length = reader.number();
    const place = { start, content: reader.position, end: reader.position + length };
    if (id === SECTION[section]) {
      return place;
    }
    reader.position = place.end;
  }
  throw new TypeError(`the module has no section for ${section}`);
}

/** Reader of the numbers of a module, which have seven bits in each byte (LEB128). */
export class Reader {
  position: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, position = 0) {
    this.#bytes = bytes;
    this.position = position;
  }

  get atEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  /** Bytes that are left. */
  get rest(): Uint8Array {
    return this.#bytes.subarray(this.position);
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

/** Bytes of a number of a module. */
export function encoded(number: number): readonly number[] {
  return number < 128 ? [number] : [(number % 128) + 128, ...encoded(Math.floor(number / 128))];
}
