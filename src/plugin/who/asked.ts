import { METHODS } from '../../api/method.ts';
import { clipped } from '../../base/text.ts';
import { type AskedRequest, askedRequest, type Pair } from '../../match/request.ts';
import { UsageError } from '../options.ts';

/** Characters of a name of a header. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Request that words and headers of a command line ask for. Throws UsageError. Pure. */
export function requestInWords(words: readonly string[], headers: readonly string[]): AskedRequest {
  const [url, method = 'GET', ...more] = words.toReversed();
  if (url === undefined || more.length > 0) {
    throw new UsageError('who takes [METHOD] URL, such as GET https://shop.example.com/cart');
  }
  return askedRequest({ method: methodOf(method), url: urlOf(url), headers: headers.map(headerOf) });
}

function methodOf(word: string): string {
  const method = METHODS.find((each) => each === word.toUpperCase());
  if (method === undefined) {
    throw new UsageError(`METHOD: ${quoted(word)} is none of ${METHODS.join(', ')}`);
  }
  return method;
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(
      `URL: ${quoted(text)} is no address with http:// or https://, such as https://shop.example.com/cart`,
    );
  }
  return url;
}

function headerOf(text: string): Pair {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  if (!HEADER_NAME.test(name)) {
    throw new UsageError(`--header: ${quoted(text)} must be a name and a value, such as 'X-User: anna'`);
  }
  return { name, value: text.slice(colon + 1).trim() };
}

function quoted(text: string): string {
  return JSON.stringify(clipped(text, 80));
}
