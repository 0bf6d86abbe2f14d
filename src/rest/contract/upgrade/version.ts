/** Versions that are newer than one of them, the newest last. Pure. */
export function newerVersions(versions: readonly string[], current: string): readonly string[] {
  return versions.filter((version) => compareVersions(version, current) > 0).toSorted(compareVersions);
}

/**
 * Order of two versions: by their parts between dots, hyphens and plus signs, numbers as numbers. `1.10` is newer than
 * `1.9`, and `1.0-rc1`, which has a text where the other ends, is older than `1.0`. Pure.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = comparePart(left[index] ?? 0n, right[index] ?? 0n);
    if (order !== 0) {
      return order;
    }
  }
  return 0;
}

/** Parts of a version, without the letter v before it. */
function partsOf(version: string): (bigint | string)[] {
  return version
    .replace(/^[vV](?=\d)/, '')
    .split(/[.+-]/)
    .map((part) => (/^\d+$/.test(part) ? BigInt(part) : part));
}

/** A number is newer than a text, which marks what comes before a release. */
function comparePart(a: bigint | string, b: bigint | string): number {
  if (typeof a !== typeof b) {
    return typeof a === 'bigint' ? 1 : -1;
  }
  return a < b ? -1 : Number(a > b);
}
