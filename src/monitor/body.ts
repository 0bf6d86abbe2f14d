import type { Dispatcher } from 'undici';

/** Whole body of a response; undefined where it exceeds `maxBytes`, and the rest is not read. */
export async function readBody(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    parts.push(chunk);
    length += chunk.length;
    if (length > maxBytes) {
      return undefined;
    }
  }
  return Buffer.concat(parts);
}
