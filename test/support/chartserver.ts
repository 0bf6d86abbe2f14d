import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CertificateKeyPair } from '../../deploy/local/cluster/pki.ts';

/** Answer of a server to a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Request that a server got. */
interface SeenRequest {
  readonly url: string;
  readonly authorization: string | undefined;
}

/** HTTP or HTTPS server on this machine whose answers a test decides. */
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

/** Starts a server that answers 404, one of HTTPS if it has a certificate. */
export async function startChartServer(pair?: CertificateKeyPair): Promise<ChartServer> {
  const seen: SeenRequest[] = [];
  let handler: Handler = (_request, response) => void response.writeHead(404).end();
  const handle: Handler = (request, response) => {
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization });
    handler(request, response);
  };
  const server =
    pair === undefined
      ? createServer(handle)
      : createTlsServer({ cert: pair.certificate, key: pair.key }, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    origin: `${pair === undefined ? 'http' : 'https'}://${address}`,
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
