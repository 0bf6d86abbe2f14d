import type { Answer } from './result.ts';
import { answerOfHost, type Question } from './rule.ts';

/** Statuses with which guards refuse a request. */
const REFUSALS: readonly (number | undefined)[] = [401, 403, 429];

/** Answer in a response to a question; `refused` is the answer of a guard that stands, to one that goes through guards. */
export function answerIn(
  statusCode: number | undefined,
  location: string | undefined,
  { hash, guarded }: Pick<Question, 'hash' | 'guarded'>,
): Extract<Answer, 'served' | 'not-served' | 'unguarded' | 'unclear'> | 'refused' {
  const found = statusCode === 302 ? answerOfHost(URL.parse(location ?? '')?.hostname ?? '') : undefined;
  if (found !== undefined) {
    const version = guarded && !found.guarded ? 'unguarded' : 'served';
    return found.hash === hash ? version : 'not-served';
  }
  if (guarded && REFUSALS.includes(statusCode)) {
    return 'refused';
  }
  return statusCode === 404 ? 'not-served' : 'unclear';
}
