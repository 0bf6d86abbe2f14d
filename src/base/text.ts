/** The beginning of a text, at most `max` characters of it; never half of one. */
export function clipped(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('');
}
