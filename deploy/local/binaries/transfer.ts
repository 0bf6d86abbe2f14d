import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request } from 'undici';
import { diskFull, errorCode, isDiskFull, SourceFailed } from './failure.ts';

const ANSWER_TIMEOUT_MS = 3_000;
const STALL_TIMEOUT_MS = 20_000;

/** Failure of a host that cannot be reached or has stopped sending; a retry would only cost time. */
export class HostUnavailable extends SourceFailed {}

/** Response whose body is still to be read. */
type Answer = Dispatcher.ResponseData;

/** HTTP agent for downloads: follows redirects and proxy variables, and gives up soon on a silent server. */
export function downloadAgent(): Dispatcher {
  const agent = new EnvHttpProxyAgent({
    connect: { timeout: ANSWER_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: STALL_TIMEOUT_MS,
  });
  return agent.compose(interceptors.redirect({ maxRedirections: 5 }));
}

/** URL to read, with its agent and cancellation. */
export interface Transfer {
  readonly url: string;
  readonly agent: Dispatcher;
  readonly signal?: AbortSignal | undefined;
}

/** Body as text. Throws SourceFailed, or HostUnavailable. */
export async function readText(transfer: Transfer): Promise<string> {
  const answer = await open(transfer);
  try {
    return await answer.body.text();
  } catch (error) {
    throw transferFailure(transfer, error, 'broke off');
  }
}

/** Writes the body to `file` and returns its SHA-256; `onShare` gets the share (0 to 1) that has arrived. */
export async function readToFile(
  transfer: Transfer,
  file: string,
  onShare: (share: number) => void,
): Promise<string> {
  const answer = await open(transfer);
  const length = Number(answer.headers['content-length'] ?? Number.NaN);
  const hash = createHash('sha256');
  let received = 0;
  async function* measure(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      hash.update(chunk);
      received += chunk.length;
      if (length > 0) {
        onShare(received / length);
      }
      yield chunk;
    }
  }
  try {
    await pipeline(answer.body, measure, createWriteStream(file));
  } catch (error) {
    if (isDiskFull(error)) {
      throw diskFull(dirname(file));
    }
    throw transferFailure(transfer, error, `broke off after ${received} of ${length || 'unknown'} bytes`);
  }
  if (length >= 0 && received !== length) {
    throw new SourceFailed(`${transfer.url} has ${received} bytes instead of ${length}`);
  }
  return hash.digest('hex');
}

async function open({ url, agent, signal }: Transfer): Promise<Answer> {
  const answer = await request(url, { dispatcher: agent, ...(signal && { signal }) }).catch((error) => {
    signal?.throwIfAborted();
    throw new HostUnavailable(`${new URL(url).host} cannot be reached (${errorCode(error)})`);
  });
  if (answer.statusCode === 200) {
    return answer;
  }
  await answer.body.dump();
  throw new SourceFailed(`${url} answers ${answer.statusCode}`);
}

function transferFailure({ url, signal }: Transfer, error: unknown, what: string): SourceFailed {
  signal?.throwIfAborted();
  const code = errorCode(error);
  if (code === 'UND_ERR_BODY_TIMEOUT') {
    return new HostUnavailable(`${new URL(url).host} stopped sending ${url}`);
  }
  return new SourceFailed(`${url} ${what} (${code})`);
}
