import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Gauge, type Registry } from 'prom-client';

/** State that the operations server reports. */
interface Operations {
  readonly registry: Registry;
  /** Failures that only a restart ends; an unavailable API server is none. */
  stuck(): readonly string[];
  /** Reasons why the process is not ready. */
  unready(): readonly string[];
  /** Remarks of a process that is ready, such as on a setting that has no effect. */
  remarks?(): readonly string[];
}

/** Server of `/livez`, `/readyz` and `/metrics` on a port of their own; resolves when it listens. */
export async function serveOperations(
  { host, port }: { readonly host: string; readonly port: number },
  operations: Operations,
): Promise<Server> {
  registerReadiness(operations);
  const server = createServer((request, response) => {
    respond(request.url ?? '/', response, operations).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(`${error}\n`);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Registers readiness as a metric, for alerts in clusters that do not collect the state of pods. */
function registerReadiness({ registry, unready }: Operations): void {
  new Gauge({
    name: 'stoa_ready',
    help: '1 if the process is ready, else 0; /readyz lists the reasons.',
    registers: [registry],
    collect() {
      this.set(unready().length === 0 ? 1 : 0);
    },
  });
}

async function respond(url: string, response: ServerResponse, operations: Operations): Promise<void> {
  switch (url.split('?')[0]) {
    case '/livez':
      return probe(response, operations.stuck());
    case '/readyz':
      return probe(response, operations.unready(), operations.remarks?.());
    case '/metrics':
      response.setHeader('content-type', operations.registry.contentType);
      response.end(await operations.registry.metrics());
      return;
    default:
      response.statusCode = 404;
      response.end();
  }
}

function probe(response: ServerResponse, problems: readonly string[], remarks: readonly string[] = []): void {
  const lines = problems.length === 0 ? ['ok', ...remarks] : problems;
  response.statusCode = problems.length === 0 ? 200 : 503;
  response.end(`${lines.join('\n')}\n`);
}
