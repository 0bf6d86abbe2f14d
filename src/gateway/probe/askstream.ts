import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { StreamAnswer } from './streamstate.ts';
import type { Place } from './target.ts';

/** Milliseconds for a connection to the gateway. */
const CONNECT_MS = 1_000;

/** Milliseconds for which a connection that stays open without a byte shows that the gateway has got one to the component. */
const OPEN_MS = 500;

/** Place of a question: a replica of the gateway, and the host where connections are by TLS. */
interface StreamPlace {
  readonly target: Place;
  readonly host?: string;
}

/**
 * Asks a component by a connection through a gateway, with a handshake where it has a host. Each byte is one of the
 * component, also that of an alert, and a connection that stays open is one to the component: not all of them speak first.
 * A gateway that gets none ends its own without a byte. Never rejects.
 */
export async function askStream({ target, host }: StreamPlace, signal: AbortSignal): Promise<StreamAnswer> {
  const { promise, resolve } = Promise.withResolvers<StreamAnswer>();
  const socket = connect({ host: target.address, port: target.port });
  const given = () => resolve('untold');
  let timer = setTimeout(given, CONNECT_MS);
  socket.once('connect', () => {
    clearTimeout(timer);
    timer = setTimeout(() => resolve('answered'), OPEN_MS);
  });
  const ended = () => resolve(socket.bytesRead > 0 ? 'answered' : 'refused-or-reset');
  socket.on('end', ended);
  socket.on('error', (error) => (isEnd(error) ? ended() : given()));
  signal.addEventListener('abort', given, { once: true });
  if (host === undefined) {
    socket.once('data', ended);
  } else {
    shakeHands(socket, host, ended);
  }
  try {
    return signal.aborted ? 'untold' : await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', given);
    socket.destroy();
  }
}

/** Whether a connection was made and ended: one that ends at once may do so before it counts as made. */
function isEnd({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

/**
 * Shakes hands over a socket, and tells when that is over, also by an alert: components log a handshake that is left.
 * Nobody verifies the certificate, which is that of the component.
 */
function shakeHands(socket: Socket, host: string, over: () => void): void {
  const wire = new Duplex({
    read: () => undefined,
    write: (chunk, _, done) => void socket.write(chunk, () => done()),
  });
  const session = connectTls({ socket: wire, servername: host, rejectUnauthorized: false }, over);
  session.on('error', over);
  socket.on('data', (chunk) => wire.push(chunk));
  socket.on('close', () => session.destroy());
}
