/** Text without the characters `character` at its end. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) {
    end -= 1;
  }
  return text.slice(0, end);
}

/** Text truncated to `max` characters, without splitting a surrogate pair. */
export function clipped(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('');
}
