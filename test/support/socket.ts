import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test sends what it likes, and what came back on it. */
export class RawConnection {
  readonly socket: Socket;
  /** Resolves when the connection is over, however it ends. */
  readonly closed: Promise<void>;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      this.#received += chunk;
    });
    // Being cut off is what tests are about.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Connects to a port of this machine. */
  static async to(port: number): Promise<RawConnection> {
    const connection = new RawConnection(connect(port, '127.0.0.1'));
    await once(connection.socket, 'connect');
    return connection;
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** What has come back so far. */
  get received(): string {
    return this.#received;
  }

  /** Statuses of the answers that have come back. */
  get statuses(): number[] {
    return [...this.#received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  }
}
