/**
 * Whether every field of `wanted` has the same value in `found`; lists must match item by item. A field that is null,
 * false, 0, '' or an empty list counts as absent, because the API server omits it from most kinds.
 */
export function isSubset(wanted: unknown, found: unknown): boolean {
  if (found === undefined || found === null) {
    return isZero(wanted);
  }
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((item, index) => isSubset(item, found[index]))
    );
  }
  if (typeof wanted === 'object' && wanted !== null) {
    return (
      typeof found === 'object' &&
      Object.entries(wanted).every(([key, value]) => isSubset(value, (found as Record<string, unknown>)[key]))
    );
  }
  return wanted === found;
}

/** Whether the API server may omit a value when it stores an object. */
export function isZero(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}
