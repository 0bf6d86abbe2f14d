import { present } from '../base/fields.ts';
import { parseRetryAfter } from '../base/retryafter.ts';
import { MAX_MEBIBYTES } from './body.ts';
import { type Answer, exchange, type Gate, within } from './exchange.ts';
import type { StoreRefusal } from './refusal.ts';
import type { StoreRequest } from './request.ts';

/** Seconds for a whole request: name resolution, connection and response. */
const TIMEOUT_SECONDS = 10;

/** Result of a request: the body of a successful response, or a refusal. */
export type GetResult = { readonly type: 'body'; readonly bytes: Buffer } | StoreRefusal;

/** Sends one request to a store. Throws only the reason of the caller's signal, and programming errors. */
export async function get(request: StoreRequest, gate: Gate, signal?: AbortSignal): Promise<GetResult> {
  const { base, path, accessKey, absent } = request;
  const authorization = present({ authorization: accessKey });
  const headers = { accept: 'application/json', 'accept-encoding': 'gzip', ...authorization };
  const answer = await within(TIMEOUT_SECONDS, signal, (ending) =>
    exchange({ base, path, headers, mebibytes: MAX_MEBIBYTES }, gate, ending),
  );
  return resultOf(answer, { absent: { type: absent }, keySent: accessKey !== undefined });
}

/** Circumstances that decide what a response means. */
interface Expectation {
  /** Meaning of status 404. */
  readonly absent: StoreRefusal;
  readonly keySent: boolean;
}

/** Body of a successful response, or the refusal that the response means. */
export function resultOf(answer: Answer | StoreRefusal, { absent, keySent }: Expectation): GetResult {
  if (answer.type !== 'answer') {
    return answer;
  }
  const { status, body } = answer;
  if (body === undefined) {
    return status === 404 ? absent : refusalOf(answer, keySent);
  }
  switch (body.type) {
    case 'whole':
      return { type: 'body', bytes: body.bytes };
    case 'undecodable':
      return { type: 'not-json' };
    default:
      return body;
  }
}

/** Statuses below 500 of a temporary failure. */
const TEMPORARY = [408, 425, 429];

/** Most seconds of a header Retry-After that a request waits for. */
const MAX_RETRY_AFTER = 900;

function refusalOf({ status, headers }: Answer, keySent: boolean): StoreRefusal {
  switch (status) {
    case 401:
      return { type: 'unauthorized', keySent };
    case 403:
      return { type: 'forbidden' };
    default:
      break;
  }
  if (status < 400) {
    return { type: 'redirected' };
  }
  if (status < 500 && !TEMPORARY.includes(status)) {
    return { type: 'rejected', status };
  }
  const seconds = parseRetryAfter(headers['retry-after'], Date.now());
  return {
    type: 'failed',
    status,
    ...(seconds === undefined ? {} : { retryAfterSeconds: Math.min(seconds, MAX_RETRY_AFTER) }),
  };
}
