import type { AddressInfo } from 'node:net';
import { destination, pino } from 'pino';
import type { Config } from '../../config.ts';
import { KubeClient } from '../../kube/client.ts';
import { createMonitor } from '../../monitor/monitor.ts';
import { createApp } from '../../rest/app.ts';
import { nameRulesOf } from '../../rest/namerules.ts';
import { Problem } from '../../rest/problem/problem.ts';
import { serveRest } from '../../rest/server.ts';
import { WatchedRegion } from '../../rest/watched.ts';
import { allowedStores } from '../../store/allowed.ts';
import type { AppCatalog } from '../../store/catalog.ts';
import { createModelCatalog, createStoreCatalog } from '../../store/client.ts';
import type { Connection } from '../connect.ts';
import { asService, withKey } from './access.ts';
import { guarded } from './guard.ts';

/** Settings of the console on this machine. */
interface ConsoleOptions {
  readonly config: Config;
  /** Port on this machine; 0 for a free one. */
  readonly port: number;
  /** Secret that requests carry in place of a token. */
  readonly key: string;
  /** Folder with the built page. */
  readonly folder: string;
  /** Aborts when the console is to end. */
  readonly stop: AbortSignal;
}

/** Console on this machine. */
export interface OpenConsole {
  readonly port: number;
  /** Ends it with all its streams. */
  readonly close: () => Promise<void>;
}

/** Address that no other machine reaches. */
const HOST = '127.0.0.1';

/** Milliseconds for running requests when the console ends. */
const DRAIN_MS = 1_000;

/**
 * Serves the REST API and the console on this machine, to who has the key, as the user of a connection. Rejects where
 * the port is taken.
 */
export async function openConsole(
  connection: Connection,
  { config, port, key, folder, stop }: ConsoleOptions,
): Promise<OpenConsole> {
  const log = pino({ level: 'error', base: null }, destination(2));
  const service = new KubeClient(asService(connection, connection.namespace));
  const names = nameRulesOf(config);
  const watched = new WatchedRegion(service, log, names);
  const allowed = allowedStores(config.market);
  const catalogs = { models: createModelCatalog(allowed), charts: NO_CHARTS };
  const { limits } = config.rest;
  const app = createApp({
    regions: [
      {
        name: config.region,
        client: service,
        callers: withKey(connection, key),
        ports: config.gateway.tcp.ports,
        tcpAddress: config.gateway.tcp.address,
        gateway: config.gateway,
        // Prometheus is in the cluster, where this machine does not reach it.
        monitor: createMonitor({ items: [] }, config.gateway.namespace),
        names,
        watched,
      },
    ],
    console: { settings: {}, connect: [], folder },
    audiences: [],
    trustedProxies: [],
    limits,
    log,
    stop,
    answered: () => undefined,
    catalog: createStoreCatalog(allowed),
    catalogs,
  });
  const { server, drain } = await serveRest(guarded(app), { host: HOST, port }, limits);
  void watched.run(stop);
  return { port: (server.address() as AddressInfo).port, close: () => drain(DRAIN_MS) };
}

/** Catalog where the plugin lacks the renderer. */
const NO_CHARTS: AppCatalog = { list: refuseCharts, show: refuseCharts };

async function refuseCharts(): Promise<never> {
  throw new Problem('unavailable', 'charts are not available here: the console of the cluster has them');
}
