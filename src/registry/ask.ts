import { present } from '../base/fields.ts';
import { type Answer, type ExchangeRequest, exchange, type Gate, within } from '../store/exchange.ts';
import { type GetResult, resultOf } from '../store/get.ts';
import type { StoreRefusal } from '../store/refusal.ts';
import type { Means } from './archive.ts';

/** Seconds for requests that belong together, such as those for an index with their redirects. */
export const ASK_SECONDS = 60;

const MAX_REDIRECTS = 5;

/** Statuses that name another address in the header Location. */
const REDIRECTS = [301, 302, 303, 307, 308];

const MEBIBYTE = 2 ** 20;

/** Request to a chart repository or registry. */
export interface Question extends Pick<ExchangeRequest, 'method' | 'content'> {
  readonly url: URL;
  readonly accept: string;
  /** Media type of the content; undefined where there is none. */
  readonly contentType?: string;
  /** `identity` gets a file as it is stored. */
  readonly encoding: 'gzip' | 'identity';
  /** Most bytes of the body. */
  readonly maxBytes: number;
  /** Value of the header Authorization, which only the origin of the URL gets. */
  readonly authorization: string | undefined;
  /** ETag of what is known already; status 304 means the same. */
  readonly etag?: string;
}

/** Answer, and the URL that it came from. */
export interface LocatedAnswer extends Answer {
  readonly url: URL;
}

/** Body at a URL, or a refusal; `absent` is the meaning of status 404. */
export async function contentAt(
  { gate, signal }: Pick<Means, 'gate' | 'signal'>,
  question: Question,
  absent: StoreRefusal,
): Promise<GetResult> {
  const answer = await within(ASK_SECONDS, signal, (ending) => askRegistry(question, gate, ending));
  return resultOf(answer, { absent, keySent: question.authorization !== undefined });
}

/**
 * Sends a request and, unless it has content, follows redirects, each through the gate. From the first one to another origin on, no credential is
 * sent. Throws only the reason of the signal, and programming errors.
 */
export async function askRegistry(
  question: Question,
  gate: Gate,
  signal: AbortSignal,
): Promise<LocatedAnswer | StoreRefusal> {
  let { url, authorization } = question;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await exchange(requestOf({ ...question, url, authorization }), gate, signal);
    if (answer.type !== 'answer') {
      return answer;
    }
    const isFollowed = question.content === undefined && REDIRECTS.includes(answer.status);
    const location = isFollowed ? onlyHeader(answer, 'location') : undefined;
    if (location === undefined) {
      return { ...answer, url };
    }
    const next = httpUrl(location, url);
    if (next === undefined) {
      break;
    }
    authorization = next.origin === url.origin ? authorization : undefined;
    url = next;
  }
  return { type: 'redirected-astray' };
}

function requestOf(question: Question): ExchangeRequest {
  const { url, accept, contentType, encoding, maxBytes, authorization, method, content, etag } = question;
  return {
    base: url,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept,
      'accept-encoding': encoding,
      ...present({ authorization, 'content-type': contentType, 'if-none-match': etag }),
    },
    mebibytes: maxBytes / MEBIBYTE,
    ...present({ method, content }),
  };
}

/** URL of http or https without user; undefined for others. Pure. */
export function httpUrl(text: string, base?: URL): URL | undefined {
  const url = URL.parse(text, base?.href);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === ''
    ? url
    : undefined;
}

/** Only value of a header; undefined where it is missing or repeated. */
export function onlyHeader({ headers }: Pick<Answer, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
