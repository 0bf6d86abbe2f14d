/**
 * Starts one of Stoa's two processes, each with rights of its own:
 *   main.ts operator   carries out GatewayRules
 *   main.ts rest       serves the REST API
 * Both read the file that STOA_CONFIG names and the usual kubeconfig, and stop on SIGTERM or SIGINT.
 */
import { once } from 'node:events';
import { type Config, loadConfig } from './config.ts';
import { KubeClient } from './kube/client.ts';
import { findAccess } from './kube/findaccess.ts';
import { createTransport } from './kube/transport.ts';
import { createMonitor } from './monitor/monitor.ts';
import { createOperator } from './operator.ts';
import { createApp } from './rest/app.ts';
import { createLog } from './telemetry/log.ts';
import { serveOperations } from './telemetry/operations.ts';
import { createRegistry, httpMetrics } from './telemetry/process.ts';
import { restClientMetrics } from './telemetry/restclient.ts';

const ROLES = { operator: runOperator, rest: runRest };

async function runOperator(config: Config, stop: AbortSignal): Promise<void> {
  const log = createLog(config.log.level);
  const registry = createRegistry();
  const operator = createOperator({ access: await findAccess(), config, log, registry });
  const operations = await serveOperations(config.operator.metrics, {
    registry,
    stuck: operator.stuck,
    unready: operator.unready,
  });
  await operator.run(stop);
  operations.close();
  operations.closeAllConnections();
}

async function runRest(config: Config, stop: AbortSignal): Promise<void> {
  const log = createLog(config.log.level);
  const registry = createRegistry();
  const transport = await createTransport(await findAccess(), { onCall: restClientMetrics(registry) });
  const { region } = config;
  const { ports } = config.gateway.tcp;
  const client = new KubeClient(transport);
  const monitor = createMonitor(config.monitoring);
  const app = createApp({ client, region, ports, monitor, log, answered: httpMetrics(registry) });
  const { host, port } = config.rest.listen;
  const server = app.listen(port, host);
  await once(server, 'listening');
  const operations = await serveOperations(config.rest.metrics, {
    registry,
    stuck: () => [],
    unready: () => (stop.aborted ? ['stopping'] : []),
  });
  log.info({ host, port }, 'the REST API listens');
  if (!stop.aborted) {
    await once(stop, 'abort');
  }
  await new Promise((resolve) => server.close(resolve));
  operations.close();
  await Promise.all([transport.close(), monitor.close()]);
}

async function main(): Promise<void> {
  const role = ROLES[process.argv[2] as keyof typeof ROLES];
  if (role === undefined) {
    throw new Error('usage: main.ts operator|rest');
  }
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stop.abort());
  }
  await role(loadConfig(process.env), stop.signal);
}

main().catch((error: unknown) => {
  createLog('error').error({ err: error }, 'cannot go on');
  // At once: what is still under way must not outlive a lost lease.
  process.exit(1);
});
