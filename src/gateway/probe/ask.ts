import { type ClientRequest, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { Deadline } from '../../base/deadline.ts';
import { answerToCall } from './askcall.ts';
import type { Answer } from './result.ts';
import { answerOfHost, GUARDS_HEADER, PROBE_HEADER, type Question, THROUGH_GUARDS } from './rule.ts';
import type { Target } from './target.ts';

/** Milliseconds for a question: name resolution, connection and the headers of the answer. */
const TIMEOUT_MS = 1_000;

/** Most bytes of the headers of an answer; nothing else of it is read. */
const MOST_BYTES = 8_192;

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

/**
 * Sends one question over a connection of its own, so that a load balancer may pick another replica each time. Redirects
 * are not followed, and the certificate is not verified: it is the team's, and says nothing about the gateway.
 */
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
  const request = requestTo(target, question, deadline.signal);
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

function requestTo(
  { address, port, secure }: Target,
  { host, path, key, guarded }: Question,
  signal: AbortSignal,
): ClientRequest {
  const options = {
    host: address,
    port,
    path,
    method: 'HEAD',
    headers: { host, [PROBE_HEADER]: key, ...(guarded ? { [GUARDS_HEADER]: THROUGH_GUARDS } : {}) },
    agent: false,
    maxHeaderSize: MOST_BYTES,
    signal,
  };
  return secure
    ? requestByHttps({ ...options, servername: host, rejectUnauthorized: false })
    : requestByHttp(options);
}

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
