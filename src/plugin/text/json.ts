/** Characters that a terminal acts on or does not show, beyond those that JSON escapes anyway. */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as JSON, with escapes for all characters that a terminal acts on. */
export function jsonText(value: object): string {
  return JSON.stringify(value, null, 2).replace(UNSEEN, escaped);
}

/** Escapes of the one or two UTF-16 code units of a character. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
