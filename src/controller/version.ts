/**
 * Whether resource version `a` is later than `b`, both of one kind. They are increasing decimal integers (KEP-5504)
 * that may exceed a safe integer.
 */
export function isLater(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}
