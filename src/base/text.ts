/** Text truncated to `max` characters, without splitting a surrogate pair. */
export function clipped(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('');
}
