import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttp2, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type Server, type Socket } from 'node:net';
import { outerAddress } from '../../cluster/support/relay.ts';
import { freePort } from '../../support/freeport.ts';
import type { Pair } from './pair.ts';

/** Behavior of a component at its port. */
export type Behavior =
  | { readonly type: 'refused' | 'reset' | 'reset-at-once' | 'late' | 'http' | 'grpc' | 'tcp' | 'udp' }
  /** It answers by HTTPS, with a certificate. */
  | { readonly type: 'https'; readonly pair: Pair };

/** Component as a server on this machine, whose behavior can change. */
export class Component {
  readonly port: number;
  #close: () => Promise<void> = async () => undefined;

  private constructor(port: number) {
    this.port = port;
  }

  /** Opens a component at a free port. */
  static async open(behavior: Behavior): Promise<Component> {
    const component = new Component(await freePort());
    await component.become(behavior);
    return component;
  }

  /** Ends all connections, and behaves so from now on. */
  async become(behavior: Behavior): Promise<void> {
    await this.#close();
    this.#close =
      behavior.type === 'udp' ? await answerDatagrams(this.port) : await listen(behavior, this.port);
  }

  /** Ends all connections, and listens no more. */
  async close(): Promise<void> {
    await this.become({ type: 'refused' });
  }
}

async function listen(behavior: Behavior, port: number): Promise<() => Promise<void>> {
  const server = serverOf(behavior);
  if (server === undefined) {
    return async () => undefined;
  }
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(port, '0.0.0.0');
  await once(server, 'listening');
  return async () => {
    server.close();
    for (const socket of open) {
      socket.destroy();
    }
    await once(server, 'close');
  };
}

function serverOf(behavior: Behavior): Server | undefined {
  switch (behavior.type) {
    case 'refused':
    case 'udp':
      return undefined;
    case 'reset':
      return createTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    case 'reset-at-once':
      return createTcp((socket) => socket.resetAndDestroy());
    case 'late':
      return createHttp(() => undefined);
    case 'http':
      return createHttp((_, response) => void response.end('here'));
    case 'https':
      return createHttps(behavior.pair, (_, response) => void response.end('here'));
    case 'grpc':
      return createHttp2().on('stream', answerCall);
    case 'tcp':
      return createTcp((socket) => socket.end('here'));
  }
}

/** Answers a call of any method: this server has none. */
function answerCall(stream: ServerHttp2Stream): void {
  stream.on('error', () => undefined);
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' },
    { endStream: true },
  );
}

async function answerDatagrams(port: number): Promise<() => Promise<void>> {
  const socket = createSocket('udp4');
  socket.on('message', (_, { port: from, address }) => socket.send('here', from, address));
  // A socket of all addresses would answer from the one that is nearest to the gateway, which may be another than it asked.
  socket.bind(port, outerAddress());
  await once(socket, 'listening');
  return async () => {
    socket.close();
    await once(socket, 'close');
  };
}
