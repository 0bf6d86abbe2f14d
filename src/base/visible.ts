/**
 * Characters that a terminal acts on, that nobody sees, or that change the order in which a text is read: control and
 * format characters, what has no meaning of its own, separators but the blank, fillers, selectors and tags. The same
 * holds for all that Stoa prints, and for what it stores of texts that others write.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]+/gu;

/** Text as one line that does nothing to a terminal and hides nothing: with a blank for characters that would. */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, ' ');
}

/** Text as lines that do nothing to a terminal and hide nothing: with a blank for characters that would. */
export function visibleLines(text: string): string {
  return inLines(text.replaceAll('\r\n', '\n'), visible);
}

/** JSON with escapes for characters that nobody sees, or that a terminal acts on: it says the same. */
export function visibleJson(json: string): string {
  return inLines(json, (line) => line.replaceAll(UNSEEN, escaped));
}

function inLines(text: string, shown: (line: string) => string): string {
  return text.split('\n').map(shown).join('\n');
}

/** Escapes of the UTF-16 code units of a text. */
function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
