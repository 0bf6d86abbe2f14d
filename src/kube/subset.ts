/** Whether every field of `wanted` has the same value in `found`; lists must match item by item. */
export function isSubset(wanted: unknown, found: unknown): boolean {
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
      found !== null &&
      Object.entries(wanted).every(([key, value]) => isSubset(value, (found as Record<string, unknown>)[key]))
    );
  }
  return wanted === found;
}
