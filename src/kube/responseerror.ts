import type { Dispatcher } from 'undici';
import { parseRetryAfter } from '../base/retryafter.ts';
import { type Failure, failureOf, KubeError, type StatusBody } from './error.ts';
import { isWrite, type KubeRequest } from './request.ts';

/** Maximum size that is read of an error body; a proxy in between may send anything. */
const MAX_ERROR_BYTES = 1 << 20;

/** Error of a response with a status of 300 or more. Rejects if its body breaks off. */
export async function responseErrorOf(
  request: KubeRequest,
  answer: Dispatcher.ResponseData,
): Promise<KubeError> {
  const body = statusIn(await readStart(answer.body));
  const retryAfterSeconds = parseRetryAfter(answer.headers['retry-after'], Date.now());
  const failure = failureOf(answer.statusCode, body, { write: isWrite(request), retryAfterSeconds });
  const message = body.message ?? body.detail ?? `${request.method} ${request.path}: ${answer.statusCode}`;
  return isUnserved(failure)
    ? new KubeError(failure, `${message.trim()}: the API server does not serve ${kindIn(request.path)}`)
    : new KubeError(failure, message);
}

/** Whether no object is missing, but the kind of all. */
function isUnserved(failure: Failure): boolean {
  return failure.type === 'refused' && failure.status === 404;
}

/** Kind of a path, as CRDs are named: `gatewayrules.stoa.dev`; the path where it is that of no kind of a group. */
function kindIn(path: string): string {
  const [, group, plural] = /^\/apis\/([^/]+)\/[^/]+(?:\/namespaces\/[^/]+)?\/([^/?]+)/.exec(path) ?? [];
  return group === undefined ? path : `${plural}.${group}: is its CRD there?`;
}

async function readStart(chunks: AsyncIterable<Uint8Array>): Promise<string> {
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

/** Status in a body. The first 500 characters of any other body, such as a proxy's page, become the message. */
function statusIn(text: string): StatusBody {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as StatusBody) : {};
  } catch {
    return text === '' ? {} : { message: text.slice(0, 500) };
  }
}
