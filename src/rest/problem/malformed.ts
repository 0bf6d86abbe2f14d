import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalidFields, Problem, problemBody } from './problem.ts';

/** Answers a connection whose bytes make no request, or make one too slowly, and closes it. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Where something has been answered already, the client would take this for an answer to what comes next.
  const untouched = 'bytesWritten' in socket && socket.bytesWritten === 0;
  if (!socket.writable || !untouched || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  socket.end(answerOf(problemOfParser(error.code)), () => socket.destroy());
}

/** The problem that an error of Node's HTTP server means. */
export function problemOfParser(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headersTooLarge', 'send at most 16 KiB of headers');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('tooSlow', 'the request has not come in time');
    default:
      return invalidFields([{ field: 'request', message: 'is not HTTP/1.1' }]);
  }
}

/** A whole answer as it goes over the wire. */
function answerOf(problem: Problem): string {
  const { status } = problem.answer;
  const id = randomUUID();
  const body = JSON.stringify(problemBody(problem, id));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
