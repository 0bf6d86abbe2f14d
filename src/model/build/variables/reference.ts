/** Reference to a variable in a text: `${NAME}` or `${NAME:default}`. */
export interface Reference {
  readonly start: number;
  /** Index after the reference. */
  readonly end: number;
  readonly name: string;
  /** Text between the first and the second colon; empty where there is none. */
  readonly fallback: string;
}

/**
 * References of a text, in order, as the original platform finds them: each is the shortest stretch from `${` to the
 * next `}` of the same line. There is no escape and no nesting, and blanks count.
 */
export function* referencesOf(text: string): Generator<Reference, undefined> {
  let start = 0;
  for (const line of text.includes('${') ? text.split('\n') : []) {
    let open = line.indexOf('${');
    while (open !== -1) {
      const close = line.indexOf('}', open);
      if (close === -1) {
        break;
      }
      const [name = '', fallback = ''] = line.slice(open + 2, close).split(':', 2);
      yield { start: start + open, end: start + close + 1, name, fallback };
      open = line.indexOf('${', close);
    }
    start += line.length + 1;
  }
}
