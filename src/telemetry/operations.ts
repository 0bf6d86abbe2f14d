import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

/** What the operations server tells. */
export interface Operations {
  readonly registry: Registry;
  /** Whether the process can do its work. */
  ready(): boolean;
}

/**
 * Serves `/livez`, `/readyz` and `/metrics` on a port of their own; resolves when it listens. Liveness says
 * only that the process turns, never that the API server answers: a restart would not help against that.
 */
export async function serveOperations(
  { host, port }: { readonly host: string; readonly port: number },
  operations: Operations,
): Promise<Server> {
  const server = createServer((request, response) => void answer(request.url ?? '/', response, operations));
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

async function answer(url: string, response: ServerResponse, { registry, ready }: Operations): Promise<void> {
  switch (url.split('?')[0]) {
    case '/livez':
      response.end('ok\n');
      return;
    case '/readyz':
      response.statusCode = ready() ? 200 : 503;
      response.end(ready() ? 'ok\n' : 'not ready\n');
      return;
    case '/metrics':
      response.setHeader('content-type', registry.contentType);
      response.end(await registry.metrics());
      return;
    default:
      response.statusCode = 404;
      response.end();
  }
}
