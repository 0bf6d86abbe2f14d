import type { Answer } from './result.ts';
import { hashOfHost } from './rule.ts';

/** Answer in a response to the question for the version with a hash. */
export function answerIn(
  statusCode: number | undefined,
  location: string | undefined,
  hash: string,
): Extract<Answer, 'served' | 'not-served' | 'unclear'> {
  const found = statusCode === 302 ? hashOfHost(URL.parse(location ?? '')?.hostname ?? '') : undefined;
  if (found !== undefined) {
    return found === hash ? 'served' : 'not-served';
  }
  return statusCode === 404 ? 'not-served' : 'unclear';
}
