/** Beginning of a text, of at most `max` characters; never half of one. */
export function clipped(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('');
}
