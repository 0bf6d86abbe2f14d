import { type ClientRequest, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { Deadline } from '../../base/deadline.ts';
import { answerIn } from './answer.ts';
import type { Answer } from './result.ts';
import { GUARDS_HEADER, PROBE_HEADER, type Question, THROUGH_GUARDS } from './rule.ts';
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
  const { promise, resolve } = Promise.withResolvers<Answer | 'refused'>();
  const deadline = new Deadline(TIMEOUT_MS, signal);
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
