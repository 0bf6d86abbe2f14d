/**
 * Entry point of Stoa's two processes and of its retirement, each with permissions of its own:
 *   main.ts operator   runs the controllers
 *   main.ts rest       serves the REST API
 *   main.ts retire     removes finalizers and lease when Stoa is uninstalled, and exits
 * All read the configuration file in STOA_CONFIG, and a kubeconfig or the pod's ServiceAccount. SIGTERM or SIGINT stops
 * the first two.
 */
import { once } from 'node:events';
import { type Config, loadConfig } from './config.ts';
import { missingProblems } from './controller/health.ts';
import { PermissionCheck } from './controller/permissioncheck.ts';
import { findAccess } from './kube/findaccess.ts';
import { createOperator } from './operator/operator.ts';
import { retire } from './operator/retire.ts';
import { createApp } from './rest/app.ts';
import { missingRestPermissions } from './rest/permissions.ts';
import { openRegions } from './rest/region.ts';
import { ServedCertificate } from './rest/servedcertificate.ts';
import { serveRest } from './rest/server.ts';
import { allowedStores } from './store/allowed.ts';
import { createStoreCatalog } from './store/client.ts';
import { certificateMetrics } from './telemetry/certificate.ts';
import { credentialMetrics, credentialRemarks, monitorMetrics } from './telemetry/monitor.ts';
import { serveOperations } from './telemetry/operations.ts';
import { createLog, createRegistry, httpMetrics } from './telemetry/process.ts';
import { restClientMetrics } from './telemetry/restclient.ts';

const ROLES = { operator: runOperator, rest: runRest, retire: runRetire };

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
  const { regions, close } = await openRegions(config, {
    onCall: restClientMetrics(registry),
    onQuery: monitorMetrics(registry),
    log,
  });
  const { audiences, trustedProxies, limits, listen, drainSeconds, tls } = config.rest;
  const answered = httpMetrics(registry);
  const catalog = createStoreCatalog(allowedStores(config.market));
  const app = createApp({ regions, audiences, trustedProxies, limits, log, answered, catalog });
  const certificate = tls && (await ServedCertificate.open(tls, log));
  const rest = await serveRest(app, listen, limits, certificate?.pair);
  certificateMetrics(registry, certificate);
  credentialMetrics(registry, regions);
  void certificate?.watch(rest.renew, stop);
  // Only for the first region: missing permissions in another one fail the requests to it.
  const check = new PermissionCheck(
    () => missingRestPermissions(regions[0].client, config.operator, audiences),
    log,
  );
  const operations = await serveOperations(config.rest.metrics, {
    registry,
    stuck: () => [],
    unready: () => [...(stop.aborted ? ['stopping'] : []), ...missingProblems(check.state)],
    remarks: () => [...[certificate?.problem ?? []].flat(), ...credentialRemarks(regions)],
  });
  void check.run(stop);
  const addresses = { listen: rest.server.address(), metrics: operations.address() };
  log.info({ ...addresses, regions: regions.map(({ name }) => name) }, 'REST API listening');
  if (!stop.aborted) {
    await once(stop, 'abort');
  }
  await rest.drain(drainSeconds * 1000);
  operations.close();
  operations.closeAllConnections();
  await close();
}

async function runRetire(config: Config): Promise<void> {
  await retire({ access: await findAccess(), config, log: createLog(config.log.level) });
}

async function main(): Promise<void> {
  const role = ROLES[process.argv[2] as keyof typeof ROLES];
  if (role === undefined) {
    throw new Error('usage: main.ts operator|rest|retire');
  }
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stop.abort());
  }
  await role(loadConfig(process.env), stop.signal);
}

main().catch((error: unknown) => {
  createLog('error').error({ err: error }, 'fatal error, exiting');
  // Immediate exit, because running work must not outlive a lost lease.
  process.exit(1);
});
