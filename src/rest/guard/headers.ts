import type { RequestHandler } from 'express';
import { Problem } from '../problem/problem.ts';

/** Header for the token where a proxy consumes Authorization, as the API server's own proxy does. */
export const TOKEN_HEADER = 'x-stoa-token';

/** Maximum number of headers of a request; clients send a dozen, proxies add some. */
const MAX_HEADERS = 100;

/** Limit of the number of headers; the server limits their bytes. */
export const limitHeaders: RequestHandler = ({ rawHeaders }, _response, next) => {
  const count = rawHeaders.length / 2;
  if (count > MAX_HEADERS) {
    throw new Problem('headersTooLarge', `send at most ${MAX_HEADERS} headers; there are ${count}`);
  }
  next();
};

/** Headers that keep browsers from treating a response as anything but the caller's data; TLS is the proxy's. */
const SECURITY_HEADERS = Object.entries({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Security headers for browsers in every response. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  for (const [name, value] of SECURITY_HEADERS) {
    response.setHeader(name, value);
  }
  next();
};
