import { once } from 'node:events';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { createChartCatalog } from '../chart/means.ts';
import type { Config } from '../config.ts';
import { missingProblems } from '../controller/health.ts';
import { PermissionCheck } from '../controller/permissioncheck.ts';
import { createApp } from '../rest/app.ts';
import type { ConsolePage } from '../rest/console/page.ts';
import { type ConsoleConfig, connectSources, consoleSettings } from '../rest/console/settings.ts';
import { missingRestPermissions } from '../rest/permissions.ts';
import { openRegions } from '../rest/region.ts';
import { selfSignedPairs } from '../rest/selfsigned.ts';
import { pairInFiles, ServedCertificate } from '../rest/servedcertificate.ts';
import { serveRest } from '../rest/server.ts';
import { allowedStores } from '../store/allowed.ts';
import { createModelCatalog, createStoreCatalog } from '../store/client.ts';
import { certificateMetrics } from '../telemetry/certificate.ts';
import { credentialMetrics, credentialRemarks, monitorMetrics } from '../telemetry/monitor.ts';
import { serveOperations } from '../telemetry/operations.ts';
import { createLog, createRegistry, httpMetrics } from '../telemetry/process.ts';
import { restClientMetrics } from '../telemetry/restclient.ts';

/** Process that serves the REST API until `stop`. */
export async function run(config: Config, stop: AbortSignal): Promise<void> {
  const log = createLog(config.log.level);
  const registry = createRegistry();
  const { regions, lost, close } = await openRegions(config, {
    onCall: restClientMetrics(registry),
    onQuery: monitorMetrics(registry),
    log,
  });
  const { audiences, trustedProxies, limits, listen, drainSeconds, tls } = config.rest;
  const answered = httpMetrics(registry);
  const allowed = allowedStores(config.market);
  const catalog = createStoreCatalog(allowed);
  const catalogs = { models: createModelCatalog(allowed), charts: createChartCatalog(allowed) };
  const app = createApp({
    console: pageOf(config.rest.console),
    regions,
    audiences,
    trustedProxies,
    limits,
    log,
    stop,
    answered,
    catalog,
    catalogs,
  });
  const certificate = await certificateOf(tls, log);
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
  log.info(
    { ...addresses, tls: securityOf(tls), regions: regions.map(({ name }) => name) },
    'REST API listening',
  );
  await Promise.race([stop.aborted ? undefined : once(stop, 'abort'), lost]);
  await rest.drain(drainSeconds * 1000);
  operations.close();
  operations.closeAllConnections();
  await close();
}

/** Certificate that the settings ask for; undefined for plain HTTP. Throws an Error if its files have no valid pair. */
async function certificateOf(
  { certFile, keyFile, insecure }: Config['rest']['tls'],
  log: Logger,
): Promise<ServedCertificate | undefined> {
  if (insecure) {
    return undefined;
  }
  const inFiles = certFile !== undefined && keyFile !== undefined;
  const source = inFiles ? pairInFiles({ certFile, keyFile }) : selfSignedPairs([hostname(), 'localhost']);
  return ServedCertificate.open(source, log);
}

/** Security of the connections to the server, for the log. */
function securityOf({ certFile, insecure }: Config['rest']['tls']): string {
  if (insecure) {
    return 'none: the tokens of callers travel in the clear (rest.tls.insecure)';
  }
  return certFile ?? 'a certificate that this process signed itself: clients cannot verify it';
}

function pageOf(config: ConsoleConfig): ConsolePage | undefined {
  return config.enabled ? { settings: consoleSettings(config), connect: connectSources(config) } : undefined;
}
