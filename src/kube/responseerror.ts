import type { Dispatcher } from 'undici';
import { failureOf, KubeError, type StatusBody } from './error.ts';
import { isWrite, type KubeRequest } from './request.ts';

/** Bytes that are read of an error answer; whatever stands in between may send anything. */
const MAX_ERROR_BYTES = 1 << 20;

/** The error that an answer with a status from 300 means; throws where its body breaks off. */
export async function refusalOf(request: KubeRequest, answer: Dispatcher.ResponseData): Promise<KubeError> {
  const body = statusIn(await beginning(answer.body));
  const retryAfterSeconds = retryAfter(answer.headers['retry-after'], Date.now());
  const failure = failureOf(answer.statusCode, body, { write: isWrite(request), retryAfterSeconds });
  return new KubeError(
    failure,
    body.message ?? body.detail ?? `${request.method} ${request.path}: ${answer.statusCode}`,
  );
}

async function beginning(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= MAX_ERROR_BYTES) {
      break;
    }
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The Status in a body; of something else, such as a proxy's page, the beginning as the message. */
function statusIn(text: string): StatusBody {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as StatusBody) : {};
  } catch {
    return text === '' ? {} : { message: text.slice(0, 500) };
  }
}

/** Seconds that a header Retry-After asks for, given as such or as a date (RFC 9110, 10.2.3). */
export function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const text = [header].flat()[0]?.trim();
  if (!text) {
    return undefined;
  }
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
