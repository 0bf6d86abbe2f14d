/** Methods of HTTP requests that a rule may name. */
export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'CONNECT',
  'OPTIONS',
  'TRACE',
  'PATCH',
] as const;

/** Method of HTTP requests that a rule may name. */
export type Method = (typeof METHODS)[number];
