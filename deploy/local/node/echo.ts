import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour } from './pod.ts';

/** Who answers a request or connection. */
export interface Answerer {
  readonly component: string;
  readonly pod: string;
  readonly behaviour: Behaviour;
}

/** Where a port of a Service is served, and how. */
export interface Endpoint {
  readonly ip: string;
  readonly port: number;
  readonly protocol: 'http' | 'tcp';
}

/** A server that stands for the pods behind one Service port. */
export interface EchoServer {
  close(): Promise<void>;
}

/**
 * Listens at an endpoint; `next` chooses the pod that answers. HTTP answers a JSON object that shows the
 * request as it came, TCP says `component <id>` and then repeats what it hears.
 */
export async function serveEcho({ ip, port, protocol }: Endpoint, next: () => Answerer): Promise<EchoServer> {
  const server =
    protocol === 'http'
      ? createHttpServer((request, response) => void answerHttp(request, response, next()))
      : createTcpServer((socket) => void answerTcp(socket, next()));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, ip);
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
    },
  };
}

async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  answerer: Answerer,
): Promise<void> {
  const { component, pod, behaviour } = answerer;
  request.resume();
  if (behaviour.delayMs > 0) {
    await sleep(behaviour.delayMs);
  }
  const { method, url: path, headers } = request;
  response.writeHead(behaviour.status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify({ component, pod, method, path, headers })}\n`);
}

async function answerTcp(socket: Socket, { component, behaviour }: Answerer): Promise<void> {
  socket.on('error', () => socket.destroy());
  if (behaviour.delayMs > 0) {
    await sleep(behaviour.delayMs);
  }
  socket.write(`component ${component}\n`);
  socket.pipe(socket);
}
