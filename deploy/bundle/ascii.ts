/**
 * Script with escapes instead of the characters beyond ASCII: V8 keeps a script with one of them in two bytes per
 * character. A script without comments has them in texts and regular expressions only.
 */
export function escaped(script: string): string {
  return script.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
