import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { loadAccess } from '../../../src/kube/access.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import type { KubeRequest } from '../../../src/kube/request.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { createMonitor } from '../../../src/monitor/monitor.ts';
import { createApp, type RestDependencies } from '../../../src/rest/app.ts';
import { createLog } from '../../../src/telemetry/log.ts';

/** What happens to a call of the API server; `pass` carries it out. */
export type Between = (request: KubeRequest, pass: () => Promise<unknown>) => Promise<unknown>;

/**
 * The base URL of a REST API in this process, whose calls of the API server go through `between`; `some` is put
 * over what it depends on.
 */
export async function restServer(
  between: Between,
  some: Partial<Pick<RestDependencies, 'log' | 'installDeadlineMs'>> = {},
): Promise<string> {
  process.env.KUBECONFIG = inject('cluster').kubeconfig;
  const transport = await createTransport(loadAccess());
  const client = new KubeClient({
    ...transport,
    call: (request) => between(request, () => transport.call(request)),
  });
  const ports = [{ from: 1, to: 65_535 }];
  const app = createApp({
    client,
    region: 'local',
    ports,
    monitor: createMonitor({ items: [] }),
    log: createLog('silent'),
    answered: () => undefined,
    ...some,
  });
  const server = app.listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
