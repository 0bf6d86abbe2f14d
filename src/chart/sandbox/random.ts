import { createHash } from 'node:crypto';

/** Endless bytes that follow from a seed: SHA-512 of the seed and a counter. */
export class RandomBytes {
  readonly #seed: Uint8Array;
  #block: Uint8Array = new Uint8Array();
  #blocks = 0;

  constructor(seed: Uint8Array) {
    this.#seed = seed;
  }

  /** Fills the target with the next bytes. */
  fill(target: Uint8Array): void {
    for (let filled = 0; filled < target.length; ) {
      if (this.#block.length === 0) {
        this.#block = this.#next();
      }
      const piece = this.#block.subarray(0, target.length - filled);
      target.set(piece, filled);
      this.#block = this.#block.subarray(piece.length);
      filled += piece.length;
    }
  }

  #next(): Uint8Array {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.#blocks++));
    return createHash('sha512').update(this.#seed).update(counter).digest();
  }
}
