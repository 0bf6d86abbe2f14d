import { literalPattern } from './cookies.ts';

/** A character of a path, as regular expressions of its spellings. */
export interface Sign {
  /** Spellings by which the engine finds the path itself. */
  readonly plain: string;
  /** Spellings that only a component reads as the character; none where the engine finds all of them. */
  readonly hidden?: string;
}

/** Characters that engines compare as they stand in a request: escaped, they are others for them, but not for components. */
const RESERVED = /^[!$&'()*+,;=:@[\]]$/;

/** Characters that no path has unescaped. */
const ALWAYS_ESCAPED = /^[%?#]$/;

/** A character as it stands in a path, or escapes in a row. */
const PART = /(?:%[0-9A-Fa-f]{2})+|[^%]/gu;

/** The characters of a path of a rule. */
export function signsOf(path: string): readonly Sign[] {
  return (path.match(PART) ?? []).flatMap((part) =>
    part.startsWith('%') ? [...decodeURIComponent(part)].map(escapedSign) : [plainSign(part)],
  );
}

/**
 * A regular expression for the spellings by which engines find a path; undefined where all of them find it as it is
 * written.
 */
export function spelledPattern(path: string): string | undefined {
  const pattern = signsOf(path)
    .map(({ plain }) => plain)
    .join('');
  return pattern === literalPattern(path) ? undefined : pattern;
}

/**
 * A pattern of some length, by a slash in it that stands in a class more than once: engines try longer expressions first,
 * and read this one no more slowly.
 */
export function lengthened(pattern: (slash: string) => string, length: number): string {
  return pattern(slashes(length - pattern('').length));
}

/** A slash, as a text of three characters or more. */
export function slashes(length: number): string {
  return `[${'/'.repeat(length - 2)}]`;
}

/** A regular expression for all spellings of a character. */
export function anySpelling({ plain, hidden }: Sign): string {
  return hidden === undefined ? plain : `(${plain}|${hidden})`;
}

/** Engines decode letters, digits and `-._~` before they compare paths. */
function plainSign(character: string): Sign {
  const plain = literalPattern(character);
  return RESERVED.test(character) ? { plain, hidden: escapePattern(character) } : { plain };
}

/** Traefik decodes what is not reserved before it compares paths, and Envoy leaves all escapes as they are. */
function escapedSign(character: string): Sign {
  const [literal, escaped] = [unquoted(character), escapePattern(character)];
  if (ALWAYS_ESCAPED.test(character)) {
    return { plain: escaped };
  }
  return RESERVED.test(character)
    ? { plain: escaped, hidden: literal }
    : { plain: `(${literal}|${escaped})` };
}

/** A character, without the backquote that would end the expression in a rule of Traefik. */
function unquoted(character: string): string {
  return literalPattern(character).replaceAll('`', String.raw`\x60`);
}

/** The escapes of a character, in hexadecimal digits of both cases. */
function escapePattern(character: string): string {
  const escapes = [...Buffer.from(character)].map(
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return escapes.join('').replaceAll(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`);
}
