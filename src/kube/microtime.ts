/** `metav1.MicroTime` form of a date: RFC 3339 with exactly six digits, the only form that the API server accepts. */
export function microTime(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
