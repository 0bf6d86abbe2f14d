import { Deadline } from '../../base/deadline.ts';
import { answerToCall } from './askcall.ts';
import { requestTo } from './request.ts';
import { type Answer, REFUSALS } from './result.ts';
import { answerOfHost, GUARDS_HEADER, type Question, THROUGH_GUARDS } from './rule.ts';
import type { Target } from './target.ts';

/** Milliseconds for a question: name resolution, connection and the headers of the answer. */
const TIMEOUT_MS = 1_000;

/** Function that asks one replica of the gateway. */
export type Ask = (target: Target, question: Question, signal: AbortSignal) => Promise<Answer>;

/**
 * Asks for a version, through what guards the route where that has a rule for it. A guard that refuses the question
 * stands, and hides the version: then a second question leaves the guards out. Never rejects.
 */
export const ask: Ask = async (target, question, signal) => {
  const answer = await answerTo(target, question, signal);
  return answer === 'refused' ? ask(target, { ...question, guarded: false }, signal) : answer;
};

/** Sends one question; nothing but the headers of the answer is read. */
async function answerTo(
  target: Target,
  question: Question,
  signal: AbortSignal,
): Promise<Answer | 'refused'> {
  const deadline = new Deadline(TIMEOUT_MS, signal);
  if (question.backend !== undefined) {
    return await answerToCall(target, question, deadline).finally(() => deadline.clear());
  }
  const { promise, resolve } = Promise.withResolvers<Answer | 'refused'>();
  const headers = question.guarded ? { [GUARDS_HEADER]: THROUGH_GUARDS } : {};
  const request = requestTo(target, { ...question, method: 'HEAD', headers }, deadline.signal);
  let connected = false;
  request.on('socket', (socket) => socket.once('connect', () => (connected = true)));
  request.on('response', ({ statusCode, headers }) =>
    resolve(answerIn(statusCode, headers.location, question)),
  );
  request.on('error', () => resolve(answerWithout(connected, deadline.signal.aborted)));
  request.end();
  try {
    return await promise;
  } finally {
    deadline.clear();
    request.destroy();
  }
}

/** Answer where there was no response. */
function answerWithout(connected: boolean, timedOut: boolean): Answer {
  if (!connected) {
    return 'unreachable';
  }
  return timedOut ? 'silent' : 'unclear';
}

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
