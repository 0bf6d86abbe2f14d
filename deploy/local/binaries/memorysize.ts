import { encoded, type Reader, withSection } from './sections.ts';

/** Sizes of a memory in pages of 64 KiB: that with which it begins, and that above which it does not grow. */
export interface MemorySize {
  readonly least: number;
  readonly most: number;
}

/** The module with these sizes of its memory. Throws a TypeError for what is no module with one memory, or with less room. */
export function withMemorySize(module: Uint8Array, size: MemorySize): Uint8Array<ArrayBuffer> {
  return withSection(module, 'memory', (content) => contentOf(content, size));
}

function contentOf(before: Reader, { least, most }: MemorySize): Uint8Array {
  const memories = before.number();
  if (memories !== 1 || least > most) {
    throw new TypeError(`the module has ${memories} memories and needs ${least} pages of ${most}`);
  }
  const hasMaximum = 1;
  return Uint8Array.from([memories, hasMaximum, ...encoded(least), ...encoded(most)]);
}
