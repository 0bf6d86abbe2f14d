/** Whole body of a response; undefined where it has more than `maxBytes`, and the rest is not read. */
export async function readBounded(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > maxBytes) {
      return undefined;
    }
  }
  return Buffer.concat(parts);
}
