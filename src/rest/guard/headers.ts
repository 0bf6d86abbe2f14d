import type { RequestHandler } from 'express';
import { Problem } from '../problem/problem.ts';

/** For the token where what stands in front keeps Authorization to itself, as the API server's own proxy does. */
export const TOKEN_HEADER = 'x-stoa-token';

/** Headers that a request may have; clients have a dozen, proxies add some. */
const MAX_HEADERS = 100;

/** Refuses requests with more headers than anybody needs; their bytes are the server's to count. */
export const fewHeaders: RequestHandler = ({ rawHeaders }, _response, next) => {
  const count = rawHeaders.length / 2;
  if (count > MAX_HEADERS) {
    throw new Problem('headersTooLarge', `send at most ${MAX_HEADERS} headers; there are ${count}`);
  }
  next();
};

/** Bytes that a body may have. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Refuses a body that is announced as too large at once: the parser would read it to its end before. */
export const smallBodies: RequestHandler = ({ headers }, _response, next) => {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    throw new Problem('tooLarge', 'send at most 64 KiB');
  }
  next();
};

/** Keeps browsers from taking an answer for anything but data of the one who asked; TLS is the proxy's. */
const PROTECTION = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Puts the headers for browsers into every answer. */
export const protectedAnswers: RequestHandler = (_request, response, next) => {
  response.set(PROTECTION);
  next();
};
