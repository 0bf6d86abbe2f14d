import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Gauge, type Registry } from 'prom-client';

/** What the operations server tells. */
export interface Operations {
  readonly registry: Registry;
  /** What only a new process would mend, in words; never that the API server does not answer. */
  stuck(): readonly string[];
  /** What keeps the process from its work, in words. */
  unready(): readonly string[];
}

/** Serves `/livez`, `/readyz` and `/metrics` on a port of their own; resolves when it listens. */
export async function serveOperations(
  { host, port }: { readonly host: string; readonly port: number },
  operations: Operations,
): Promise<Server> {
  watchReadiness(operations);
  const server = createServer((request, response) => {
    answer(request.url ?? '/', response, operations).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(`${error}\n`);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Shows readiness as a metric too: alerts need it where nobody collects the state of pods. */
function watchReadiness({ registry, unready }: Operations): void {
  new Gauge({
    name: 'stoa_ready',
    help: '1 while the process works or could at once, else 0; /readyz tells what keeps it from that.',
    registers: [registry],
    collect() {
      this.set(unready().length === 0 ? 1 : 0);
    },
  });
}

async function answer(url: string, response: ServerResponse, operations: Operations): Promise<void> {
  switch (url.split('?')[0]) {
    case '/livez':
      return probe(response, operations.stuck());
    case '/readyz':
      return probe(response, operations.unready());
    case '/metrics':
      response.setHeader('content-type', operations.registry.contentType);
      response.end(await operations.registry.metrics());
      return;
    default:
      response.statusCode = 404;
      response.end();
  }
}

function probe(response: ServerResponse, problems: readonly string[]): void {
  response.statusCode = problems.length === 0 ? 200 : 503;
  response.end(problems.length === 0 ? 'ok\n' : `${problems.join('\n')}\n`);
}
