/**
 * Whether resource version `a` is later than `b`, both of one kind. The API server promises that they are
 * decimal integers which grow (KEP-5504); they may exceed what a number holds.
 */
export function isLater(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}
