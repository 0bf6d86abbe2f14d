/** Bytes of a value beside its characters: its place, and the head of a text, list or map. */
const VALUE_BYTES = 64;

/** Bytes of a character: two where a text has any beyond Latin-1. */
const CHARACTER_BYTES = 2;

/** Bytes of the heap that a value of JSON takes, roughly and rather too many. Pure. */
export function heapBytes(value: unknown): number {
  if (typeof value === 'string') {
    return VALUE_BYTES + CHARACTER_BYTES * value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return VALUE_BYTES;
  }
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, each) => sum + heapBytes(each), VALUE_BYTES);
  }
  return Object.entries(value).reduce<number>(
    (sum, [name, field]) => sum + CHARACTER_BYTES * name.length + heapBytes(field),
    VALUE_BYTES,
  );
}
