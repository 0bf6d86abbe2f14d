/** First item of each name, in order; `onDuplicate` receives the others. */
export function uniqueBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  onDuplicate: (item: T) => void = () => undefined,
): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const name = nameOf(item);
    if (seen.has(name)) {
      onDuplicate(item);
      return false;
    }
    seen.add(name);
    return true;
  });
}
