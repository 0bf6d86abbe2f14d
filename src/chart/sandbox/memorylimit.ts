import { encoded, PAGE, type Reader, withSection } from './sections.ts';

/**
 * The module with a maximum for its memory, in bytes, above which its memory does not grow. Throws a TypeError for what
 * is no module with one memory.
 */
export function withMemoryLimit(module: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  return withSection(module, 'memory', (content) => limited(content, Math.floor(bytes / PAGE)));
}

/** Content of the section with the least size of the one memory in it, and this maximum in pages. */
function limited(reader: Reader, maximum: number): Uint8Array {
  const [memories, , least] = [reader.number(), reader.number(), reader.number()];
  if (memories !== 1 || least > maximum) {
    throw new TypeError(`the module has ${memories} memories and needs ${least} pages of ${maximum}`);
  }
  const hasMaximum = 1;
  return Uint8Array.from([memories, hasMaximum, ...encoded(least), ...encoded(maximum)]);
}
