import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Behaviour } from './pod.ts';
import type { Start } from './start.ts';

/** Pod in whose name a request, connection or datagram is answered. */
export interface Responder {
  readonly component: string;
  readonly pod: string;
  readonly behaviour: Behaviour;
  /** Start of its containers; undefined where no pod answers. */
  readonly start?: () => Promise<Start>;
}

/** Address and protocol of a port of a Service. */
export interface Endpoint {
  readonly ip: string;
  readonly port: number;
  readonly protocol: 'http' | 'tcp' | 'udp';
}

/** Server that stands in for the pods behind one Service port. */
export interface EchoServer {
  close(): Promise<void>;
}

/** Request header that delays the answer by its milliseconds, in addition to the delay of the pod. */
export const DELAY_HEADER = 'x-echo-delay-ms';

/** Request header with the headers of the answer, as a JSON object. */
export const ANSWER_HEADER = 'x-echo-answer';

/** Request header with the tries of the request that fail, as a JSON object. */
export const FAIL_HEADER = 'x-echo-fail';

/** Tries of one request that fail: `times` of them, after a delay, with a status or by closing the connection. */
export interface FailedTries {
  /** Name of the request, which all its tries have. */
  readonly id: string;
  readonly times: number;
  readonly status?: number | undefined;
  readonly delayMs: number;
}

/** Request header, with any value, for an answer that shows what the containers of the pod were started with. */
export const START_HEADER = 'x-echo-start';

/** Request header, with any value, with which the pod counts the request; its later answers show the count. */
const COUNT_HEADER = 'x-echo-count';

/** Request header with the status of the answer, in place of that of the pod. */
export const STATUS_HEADER = 'x-echo-status';

/** Request header whose value the answer has in the header `x-user`, as if the pod knew who sends the request. */
const USER_HEADER = 'x-echo-user';

/** Counted requests by pod, however they reached it. */
const counts = new Map<string, number>();

/** Failed tries by the name of their request, until one succeeds. */
const failed = new Map<string, number>();

/**
 * Listens at an endpoint; `next` chooses the pod that answers. HTTP answers with a JSON object that shows the
 * request, after its whole body has arrived. TCP sends `component <id>` and then echoes its input; UDP answers
 * each datagram with that line and the datagram.
 */
export function serveEcho(endpoint: Endpoint, next: () => Responder): Promise<EchoServer> {
  switch (endpoint.protocol) {
    case 'http':
      return serveStreams(httpEcho(next), endpoint);
    case 'tcp':
      return serveStreams(
        createTcpServer((socket) => void answerTcp(socket, next())),
        endpoint,
      );
    case 'udp':
      return serveDatagrams(endpoint, next);
  }
}

/** HTTP server that does not listen yet; `responderAt` chooses the pod for a connection. */
export function httpEcho(responderAt: (connection: Socket) => Responder): HttpServer {
  // Gateways keep connections: closing one while a request arrives would make the gateway answer 503.
  return createHttpServer(
    { keepAliveTimeout: 0 },
    (request, response) => void answerHttp(request, response, responderAt(request.socket)),
  );
}

async function serveStreams(server: Server, { ip, port }: Endpoint): Promise<EchoServer> {
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
  responder: Responder,
): Promise<void> {
  const { component, pod, behaviour } = responder;
  const { method, url: path, headers } = request;
  const bodyBytes = await lengthOf(request);
  const start = headers[START_HEADER] === undefined ? {} : { start: await responder.start?.() };
  if (headers[COUNT_HEADER] !== undefined) {
    counts.set(pod, (counts.get(pod) ?? 0) + 1);
  }
  const counted = counts.has(pod) ? { counted: counts.get(pod) } : {};
  const delay = behaviour.delayMs + Number(headers[DELAY_HEADER] ?? 0);
  if (delay > 0) {
    await sleep(delay);
  }
  const failure = failureOf(headers);
  if (failure !== undefined) {
    await sleep(failure.delayMs);
    if (failure.status === undefined) {
      request.socket.destroy();
      return;
    }
  }
  response.writeHead(failure?.status ?? statusIn(headers[STATUS_HEADER]) ?? statusOf(behaviour, headers), {
    'content-type': 'application/json',
    ...headersFor(headers),
  });
  response.end(
    `${JSON.stringify({ component, pod, method, path, headers, bodyBytes, ...counted, ...start })}\n`,
  );
}

/** Status by which a pod answers a request. */
function statusOf({ status, user }: Behaviour, { authorization }: IncomingMessage['headers']): number {
  const password = user && `Basic ${Buffer.from(user).toString('base64')}`;
  return password === undefined || authorization === password ? status : 401;
}

/** Status that a header has, if it is one. */
function statusIn(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^[2-5][0-9]{2}$/.test(header) ? Number(header) : undefined;
}

/** Headers of the answer that those of a request ask for. */
function headersFor(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const user = headers[USER_HEADER];
  return {
    ...(user === undefined ? {} : { 'x-user': user }),
    ...JSON.parse(String(headers[ANSWER_HEADER] ?? '{}')),
  };
}

/** The failure of this try, if it is one of those that fail. */
function failureOf(headers: IncomingMessage['headers']): FailedTries | undefined {
  const text = headers[FAIL_HEADER];
  if (text === undefined) {
    return undefined;
  }
  const failure: FailedTries = JSON.parse(String(text));
  const earlier = failed.get(failure.id) ?? 0;
  if (earlier >= failure.times) {
    failed.delete(failure.id);
    return undefined;
  }
  failed.set(failure.id, earlier + 1);
  return failure;
}

/** Length of a body; of one that breaks off, the length that arrived. */
async function lengthOf(request: IncomingMessage): Promise<number> {
  let length = 0;
  try {
    for await (const chunk of request) {
      length += (chunk as Buffer).length;
    }
    return length;
  } catch {
    return length;
  }
}

async function answerTcp(socket: Socket, { component, behaviour }: Responder): Promise<void> {
  socket.on('error', () => socket.destroy());
  if (behaviour.delayMs > 0) {
    await sleep(behaviour.delayMs);
  }
  socket.write(`component ${component}\n`);
  socket.pipe(socket);
}

async function serveDatagrams({ ip, port }: Endpoint, next: () => Responder): Promise<EchoServer> {
  const socket = createSocket('udp4');
  let open = true;
  // A client that has gone away is not an error.
  socket.on('error', () => undefined);
  socket.on('message', async (message, client) => {
    const { component, behaviour } = next();
    if (behaviour.delayMs > 0) {
      await sleep(behaviour.delayMs);
    }
    if (open) {
      socket.send([`component ${component}\n`, message], client.port, client.address);
    }
  });
  socket.bind(port, ip);
  await once(socket, 'listening');
  return {
    close: async () => {
      open = false;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
