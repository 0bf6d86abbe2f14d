import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Most MiB of a response of a store of models, after decompression. */
export const MAX_MEBIBYTES = 5;

/** Highest compression ratio of a response that is larger than `RATIO_FROM_KIBIBYTES`. */
export const MAX_RATIO = 100;

/** KiB, after decompression, up to which any compression ratio is accepted. */
const RATIO_FROM_KIBIBYTES = 64;

/** Body of a response, or the reason for which it was not read to its end. */
export type Body =
  | { readonly type: 'whole'; readonly bytes: Buffer }
  /** Encoded in another way than was accepted, or not at all as its header says. */
  | { readonly type: 'undecodable' }
  | { readonly type: 'too-large'; readonly mebibytes: number }
  | { readonly type: 'bomb' };

/** Reads a response of at most so many MiB, after decompression. Rejects where the connection is lost. */
export async function readBody(source: Readable, encoding: string, mebibytes: number): Promise<Body> {
  const decoder = decoderOf(encoding);
  if (decoder === undefined) {
    return { type: 'undecodable' };
  }
  let received = 0;
  const counter = new Transform({
    transform(chunk: Uint8Array, _, done) {
      received += chunk.length;
      done(null, chunk);
    },
  });
  try {
    return await pipeline(source, counter, decoder, (chunks: AsyncIterable<Uint8Array>) =>
      collect(chunks, mebibytes, () => received),
    );
  } catch (error) {
    return bodyOf(error);
  }
}

/** End of the reading at a limit; a pipeline reports no cause but that of an error. */
class Excess extends Error {
  readonly body: Body;

  constructor(body: Body) {
    super(body.type);
    this.body = body;
  }
}

/** Body of a failed read; the codes of zlib's errors begin with Z_, such as Z_DATA_ERROR. */
function bodyOf(error: unknown): Body {
  if (error instanceof Excess) {
    return error.body;
  }
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
    return { type: 'undecodable' };
  }
  throw error;
}

function decoderOf(encoding: string): Transform | undefined {
  switch (encoding.toLowerCase()) {
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
      return createGunzip();
    default:
      return undefined;
  }
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  mebibytes: number,
  received: () => number,
): Promise<Body> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > RATIO_FROM_KIBIBYTES * 2 ** 10 && length > MAX_RATIO * received()) {
      throw new Excess({ type: 'bomb' });
    }
    if (length > mebibytes * 2 ** 20) {
      throw new Excess({ type: 'too-large', mebibytes });
    }
  }
  return { type: 'whole', bytes: Buffer.concat(parts) };
}
