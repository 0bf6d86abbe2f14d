import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answer of a server to a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Request that a server got. */
interface SeenRequest {
  readonly url: string;
  readonly authorization: string | undefined;
}

/** HTTP server on this machine whose answers a test decides. */
export interface ChartServer {
  /** Host and port. */
  readonly address: string;
  readonly origin: string;
  /** Requests so far. */
  readonly seen: SeenRequest[];
  /** Answer to all further requests. */
  answer(handler: Handler): void;
  stop(): void;
}

/** Starts a server that answers 404. */
export async function startChartServer(): Promise<ChartServer> {
  const seen: SeenRequest[] = [];
  let handler: Handler = (_request, response) => void response.writeHead(404).end();
  const server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization });
    handler(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    origin: `http://${address}`,
    seen,
    answer: (next) => {
      handler = next;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
