/** Bytes of the length in front of each frame. */
const PREFIX = 4;

/** Frame as it is sent: its length, then its pieces. */
export function framed(...pieces: readonly Uint8Array[]): Uint8Array {
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(pieces.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([prefix, ...pieces]);
}

/** Frames in a stream of bytes. Throws a RangeError for a frame of more than `most` bytes, before all of it is there. */
export async function* framesIn(
  stream: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array, void> {
  let chunks: Uint8Array[] = [];
  let have = 0;
  let wanted = PREFIX;
  for await (const chunk of stream) {
    chunks.push(chunk);
    have += chunk.length;
    while (have >= wanted) {
      const all = Buffer.concat(chunks);
      wanted = PREFIX + all.readUInt32BE();
      if (wanted > PREFIX + most) {
        throw new RangeError(`a frame of ${wanted - PREFIX} bytes, and at most ${most} are read`);
      }
      chunks = [all];
      if (have >= wanted) {
        yield all.subarray(PREFIX, wanted);
        chunks = [all.subarray(wanted)];
        have -= wanted;
        wanted = PREFIX;
      }
    }
  }
}
