/**
 * SHA-256 (lower-case hex) of a file in a publisher's list. Kubernetes publishes the bare sum, the others
 * `sha256sum` lines, some with `./` or the binary mark `*` before the name.
 */
export function checksumFor(list: string, fileName: string): string | undefined {
  const lines = list.split('\n').map((line) => /^([0-9a-f]{64})(?:\s+\*?(?:\.\/)?(\S+))?\s*$/i.exec(line));
  const entries = lines.filter((line) => line !== null);
  const bare = entries.length === 1 && entries[0]?.[2] === undefined ? entries[0] : undefined;
  return (bare ?? entries.find((entry) => entry[2] === fileName))?.[1]?.toLowerCase();
}
