import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type Run, startComponent } from '../supervisor/run.ts';
import { type Address, portOf } from './address.ts';
import { announcePids } from './announce.ts';
import { prometheus } from './components.ts';

/**
 * Starts Prometheus. Where its program is not available yet, Prometheus starts later than the rest, and until then
 * its port answers 503 with a sentence: no rule needs it.
 */
export async function startPrometheus(run: Run, program: Promise<string>, address: Address): Promise<void> {
  const file = await Promise.race([program, undefined]);
  if (file !== undefined) {
    return startComponent(run, prometheus(file, address, run.state));
  }
  const stand = await servePlaceholder(address);
  void (async () => {
    try {
      const late = await program.finally(() => close(stand));
      await startComponent(run, prometheus(late, address, run.state));
      announcePids(run.state, run.fleet.pids);
    } catch (error) {
      if (run.signal.aborted) {
        return;
      }
      const why = error instanceof Error ? error.message : String(error);
      run.progress.info(
        `There is no Prometheus: ${why}. All but the monitor works; start again to try again.`,
      );
    }
  })();
}

/** Placeholder server, which answers 503 until Prometheus starts. */
async function servePlaceholder(address: Address): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(503, { 'content-type': 'text/plain', connection: 'close' });
    response.end('Prometheus is still being built and starts by itself\n');
  });
  server.listen(portOf(address, 'prometheus'), address.host);
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  const close = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await close;
}
