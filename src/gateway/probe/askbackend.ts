import type { IncomingMessage } from 'node:http';
import { Deadline } from '../../base/deadline.ts';
import { type FailureReader, failureOfPlain } from '../../engines/failure.ts';
import type { BackendQuestion } from './backendrule.ts';
import type { BackendAnswer } from './backendstate.ts';
import { requestTo } from './request.ts';
import { REFUSALS } from './result.ts';
import type { Question } from './rule.ts';
import type { Target } from './target.ts';
import { ANSWER_HEADER, tellsVersion } from './version.ts';

/** Milliseconds for a question: a component that takes longer is not told from one that fails later. */
const TIMEOUT_MS = 3_000;

/** Most characters of the body of an error that are read. */
const MOST_TEXT = 4_096;

/** Headers of each answer, which tell nothing of who gave it. */
const PLAIN_HEADERS = [
  ANSWER_HEADER,
  'date',
  'content-length',
  'content-type',
  'connection',
  'keep-alive',
  'transfer-encoding',
];

/** Place of a question: a replica of the gateway, and what it is asked. */
interface Place {
  readonly target: Target;
  readonly question: Pick<Question, 'host' | 'path' | 'key'> & Pick<BackendQuestion, 'version'>;
}

/**
 * Asks a backend through a gateway, by HEAD, and by GET where the status may be that of an error of the gateway. Whatever
 * the component answers, it answers; `not-loaded` is the answer of something else, to a question that did not come by the
 * rule for it. Never rejects.
 */
export async function askBackend(
  place: Place,
  readFailure: FailureReader,
  signal: AbortSignal,
): Promise<BackendAnswer | 'not-loaded'> {
  const deadline = new Deadline(TIMEOUT_MS, signal);
  try {
    const head = await answerTo(place, 'HEAD', deadline.signal);
    const { statusCode: status = 0 } = head;
    if (status < 500 && status !== 400) {
      return cameByRule(head, place) ? 'answered' : 'not-loaded';
    }
    const answer = await answerTo(place, 'GET', deadline.signal);
    const told = {
      status: answer.statusCode ?? 0,
      headers: Object.keys(answer.headers).filter((name) => !PLAIN_HEADERS.includes(name)),
      text: await beginningOf(answer),
    };
    return (
      failureOfPlain(told) ?? readFailure(told) ?? (cameByRule(answer, place) ? 'answered' : 'not-loaded')
    );
  } catch {
    return 'untold';
  } finally {
    deadline.clear();
  }
}

/** Whether an answer came by the rule for the question, as far as it tells; a guard of the whole route may stand before it. */
function cameByRule({ statusCode = 0, headers }: IncomingMessage, { question }: Place): boolean {
  const isOfGuard = REFUSALS.includes(statusCode) || (statusCode >= 300 && statusCode < 400);
  return isOfGuard || tellsVersion(headers, question.version);
}

/** Answer to one request. */
async function answerTo(
  { target, question }: Place,
  method: 'HEAD' | 'GET',
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = requestTo(target, { ...question, method }, signal);
  request.on('response', (answer) => {
    answer.on('error', () => undefined);
    if (method === 'HEAD') {
      answer.destroy();
    }
    resolve(answer);
  });
  request.on('error', reject);
  request.end();
  return await promise;
}

/** Beginning of the body of an answer, which is not read further. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  answer.setEncoding('utf8');
  let text = '';
  for await (const chunk of answer) {
    text += chunk;
    if (text.length > MOST_TEXT) {
      break;
    }
  }
  answer.destroy();
  return text.slice(0, MOST_TEXT);
}
