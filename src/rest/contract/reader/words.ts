const TRUE = new Set(['t', 'y', 'yes', 'true', 'on', '1']);
const FALSE = new Set(['f', 'n', 'no', 'false', 'off', '0']);

/** Value of a flag that is a word, in any case of letters; undefined for any other text. */
export function flagOfWord(word: string): boolean | undefined {
  const lower = word.toLowerCase();
  if (TRUE.has(lower)) {
    return true;
  }
  return FALSE.has(lower) ? false : undefined;
}
