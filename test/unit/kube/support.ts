import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import {
  type ClusterAccess,
  createTransport,
  type Transport,
  type TransportOptions,
} from '../../../src/kube/transport.ts';

/** A kind that any test server may serve. */
export const THINGS: Resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};

export const THING = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a', namespace: 'n' } };

/** A server of the test's own; `connections` counts what was ever opened to it, `open` what is open now. */
export interface TestServer {
  readonly url: string;
  readonly connections: () => number;
  readonly open: () => Promise<number>;
  /** Takes another certificate for new connections. */
  readonly rotate: (tls: Tls) => void;
}

export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Serves until the test ends, with TLS where a certificate is given. */
export async function serve(listener: RequestListener, tls?: Tls): Promise<TestServer> {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  let connections = 0;
  server.on(tls ? 'secureConnection' : 'connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    connections: () => connections,
    open: promisify(server.getConnections.bind(server)),
    rotate: (next) => server instanceof TlsServer && server.setSecureContext(next),
  };
}

/** A transport to a server, until the test ends. */
export async function transportTo(
  server: string,
  options?: TransportOptions,
  credentials: ClusterAccess['credentials'] = async () => ({}),
): Promise<Transport> {
  const transport = await createTransport({ server, credentials }, options);
  onTestFinished(() => transport.close());
  return transport;
}

/** A client of a server that answers as `listener` says. */
export async function clientOf(listener: RequestListener): Promise<KubeClient> {
  const { url } = await serve(listener);
  return new KubeClient(await transportTo(url));
}

/** Answers with JSON. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Reads a request to its end, and never answers. */
export function hang(request: IncomingMessage): void {
  request.resume();
}

/** Failure of a call; the test fails if the call succeeds or throws anything but a KubeError. */
export async function failure(work: Promise<unknown>): Promise<KubeError['failure']> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof KubeError) {
    return error.failure;
  }
  throw error;
}
