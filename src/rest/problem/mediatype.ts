/** Media types of error responses, the usual one first. */
export const PROBLEM_TYPES = ['application/problem+json', 'application/json'] as const;

/**
 * Media type of an error response to a request with this header `Accept`: that of RFC 9457, but plain JSON for who asks
 * for that by name, since many clients decode nothing else.
 */
export function problemType(accept = ''): (typeof PROBLEM_TYPES)[number] {
  const [usual, plain] = PROBLEM_TYPES;
  const wanted = accept.toLowerCase();
  return wanted.includes(plain) && !wanted.includes(usual) ? plain : usual;
}
