import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalidFields, Problem, problemBody } from './problem.ts';

/** Problem response to a connection whose bytes are not a request, or arrive too slowly; closes the connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  // After an earlier response, the client would take this one for the response to its next request.
  const untouched = 'bytesWritten' in socket && socket.bytesWritten === 0;
  if (!socket.writable || !untouched || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  socket.end(responseOf(problemOfParser(error.code)), () => socket.destroy());
}

/** Problem of an error code of Node's HTTP server. */
function problemOfParser(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headersTooLarge', 'send at most 16 KiB of headers');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('tooSlow', 'the request has not come in time');
    default:
      return invalidFields([{ field: 'request', message: 'is not HTTP/1.1' }]);
  }
}

/** A complete HTTP/1.1 response. */
function responseOf(problem: Problem): string {
  const { status } = problem.statusAndCode;
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
