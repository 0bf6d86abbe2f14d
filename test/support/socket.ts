import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection for arbitrary bytes, with the received data. */
export class RawConnection {
  readonly socket: Socket;
  /** Promise of the connection's end, for any reason. */
  readonly closed: Promise<void>;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      this.#received += chunk;
    });
    // Tests expect resets.
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

  /** Data received so far. */
  get received(): string {
    return this.#received;
  }

  /** Statuses of the responses so far. */
  get statuses(): number[] {
    return [...this.#received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  }
}
