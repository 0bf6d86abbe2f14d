/** Bounds of JSON from others. */
export interface JsonBounds {
  /** Most levels of nested maps and lists. */
  readonly levels: number;
  /** Most values, at all levels. */
  readonly values: number;
}

const [QUOTE = 0, BACKSLASH = 0, COMMA = 0, OPEN_LIST = 0, CLOSE_LIST = 0, OPEN_MAP = 0, CLOSE_MAP = 0] =
  Buffer.from('"\\,[]{}');

/**
 * Problem of JSON that a parser would make too many values of; undefined where there is none. It takes milliseconds for
 * the largest response, and keeps nothing. Text that is not JSON is the parser's to refuse.
 */
export function shapeProblem(json: Uint8Array, most: JsonBounds): string | undefined {
  let level = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at);
        break;
      case OPEN_LIST:
      case OPEN_MAP:
        level += 1;
        values += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_MAP:
        level -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
        break;
    }
    if (level > most.levels) {
      return `answer must nest at most ${most.levels} levels deep`;
    }
    if (values > most.values) {
      return `answer must have at most ${most.values} values`;
    }
  }
  return undefined;
}

/** Place of the quote that ends the text which begins at `from`; the end of the input where it does not end. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== QUOTE) {
    at += json[at] === BACKSLASH ? 2 : 1;
  }
  return at;
}
