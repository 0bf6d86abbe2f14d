/** First item of each name, in the order of the items; `again` receives the others. */
export function uniqueBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  again: (item: T) => void = () => undefined,
): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const name = nameOf(item);
    if (seen.has(name)) {
      again(item);
      return false;
    }
    seen.add(name);
    return true;
  });
}
