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
  // No character has more than two units, so that the rest of a huge text is not looked at.
  return text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');
}

/** Text of at most `max` characters, the last of which tells that it was longer. */
export function abridged(text: string, max: number): string {
  return text.length > max && clipped(text, max) !== text ? `${clipped(text, max - 1)}…` : text;
}

/** First `most` of several texts, and how many more there are: `a, b, and 2 more`. */
export function firstFew(texts: readonly string[], most: number, separator: string): string {
  const more = texts.length - most;
  return [...texts.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join(separator);
}

/** Names and versions side by side; undefined where one is none, or could read like something else. Pure. */
export function plainWords(...words: readonly unknown[]): string | undefined {
  const arePlain = words.every((each) => typeof each === 'string' && /^[\w.+-]{1,128}$/.test(each));
  return arePlain ? words.join(' ') : undefined;
}
