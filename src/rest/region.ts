import type { Logger } from '../controller/logger.ts';
import { withoutCredentials } from '../kube/bearer.ts';
import { KubeClient } from '../kube/client.ts';
import { isFailure, KubeError } from '../kube/error.ts';
import { findAccess } from '../kube/findaccess.ts';
import { createTransport, type Transport, type TransportOptions } from '../kube/transport.ts';
import { createMonitor, type Monitor } from '../monitor/monitor.ts';
import type { Monitoring } from '../monitor/settings.ts';
import type { PortRange } from '../names/ports.ts';
import type { GatewayPlace } from './gatewayplace.ts';
import { type NameConfig, type NameRules, nameRulesOf } from './namerules.ts';
import { WatchedRegion } from './watched.ts';

/** A cluster that the API serves. */
export interface Region {
  /** Its name in paths. */
  readonly name: string;
  /** Acts as the service itself; requests are carried out as their callers. */
  readonly client: KubeClient;
  /** Carries calls with the tokens of callers; it has no credentials itself. */
  readonly callers: Transport;
  /** Ports that the gateway offers to TCP rules, where the configuration names them. */
  readonly ports: readonly PortRange[] | undefined;
  /** Host name or address at which clients reach these ports. */
  readonly tcpAddress?: string | undefined;
  /** The Gateway of the rules; where the configuration has another region, that of the first one. */
  readonly gateway: GatewayPlace;
  readonly monitor: Monitor;
  /** Rules on who may have which hosts and ports. */
  readonly names: NameRules;
  /** Local copy of what most requests read; without it, every request reads from the API server. */
  readonly watched?: WatchedRegion;
}

/** The clusters that the API serves; the first is the default of requests that name none. */
export type Regions = readonly [Region, ...Region[]];

/** The open regions, and the end of all connections to them. */
interface OpenRegions {
  readonly regions: Regions;
  /** Rejects with HistoryLostError if the API server of one goes back in time; this process must end then. */
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

/** Receivers of calls to API servers, and of errors outside of requests. */
interface RegionObservers {
  readonly onCall: NonNullable<TransportOptions['onCall']>;
  /** Receives the result of each query to Prometheus. */
  readonly onQuery: (region: string, result: string) => void;
  readonly log: Logger;
}

/** One open region, and the end of its connections. */
interface OpenRegion {
  readonly region: Region;
  readonly lost: Promise<never>;
  close(): Promise<void>;
}

/**
 * Opens the clusters that the settings name, its own first, each with connections of its own. Throws where
 * credentials are missing for one; an API server that does not answer is found by the first request.
 */
export async function openRegions(
  settings: RegionsSettings,
  observers: RegionObservers,
): Promise<OpenRegions> {
  const { region, regions, monitoring, gateway } = settings;
  const names = nameRulesOf(settings);
  const place = gateway;
  const here = await openRegion(region, { monitoring, gateway, place }, names, observers);
  const others = await Promise.all(
    Object.entries(regions).map(([name, own]) =>
      openRegion(
        name,
        {
          context: own.context,
          monitoring: own.monitoring ?? monitoring,
          gateway: own.gateway ?? gateway,
          place,
        },
        names,
        observers,
      ),
    ),
  );
  return {
    regions: [here.region, ...others.map((each) => each.region)],
    lost: Promise.race([here, ...others].map((each) => each.lost)),
    close: async () => {
      await Promise.all([here, ...others].map((each) => each.close()));
    },
  };
}

/** Settings of one region. */
interface RegionSettings {
  /** Context of the kubeconfig; the current one by default. */
  readonly context?: string | undefined;
  readonly monitoring: Monitoring;
  readonly place: GatewayPlace;
  readonly gateway: {
    readonly tcp: {
      readonly ports?: readonly PortRange[] | undefined;
      readonly address?: string | undefined;
    };
  };
}

/**
 * Settings of all regions; another region has those of the own cluster for which it sets none. What the configuration
 * declares for teams holds in all of them.
 */
interface RegionsSettings extends NameConfig, Omit<RegionSettings, 'gateway' | 'place'> {
  readonly gateway: NameConfig['gateway'] & RegionSettings['gateway'] & GatewayPlace;
  /** Name of the own cluster's region. */
  readonly region: string;
  readonly regions: Readonly<
    Record<string, { readonly [K in 'context' | 'monitoring' | 'gateway']?: RegionSettings[K] | undefined }>
  >;
}

async function openRegion(
  name: string,
  { context, monitoring, gateway, place }: RegionSettings,
  names: NameRules,
  { onCall, onQuery, log }: RegionObservers,
): Promise<OpenRegion> {
  const access = findAccess(context);
  const [transport, callers] = await Promise.all([
    createTransport(access, { onCall }),
    createTransport(withoutCredentials(access), { onCall }),
  ]);
  const client = new KubeClient(asService(transport));
  const monitor = createMonitor(monitoring, place.namespace, (result) => onQuery(name, result));
  const watched = new WatchedRegion(client, log.child({ region: name }), names);
  const stop = new AbortController();
  const watching = watched.run(stop.signal);
  return {
    region: {
      name,
      client,
      callers,
      ports: gateway.tcp.ports,
      tcpAddress: gateway.tcp.address,
      gateway: place,
      monitor,
      names,
      watched,
    },
    lost: new Promise((_, reject) => void watching.catch(reject)),
    close: async () => {
      stop.abort();
      await Promise.all([transport.close(), callers.close(), monitor.close()]);
    },
  };
}

/** Transport whose own rejected credentials are an outage: the caller of a request is not at fault. */
function asService(transport: Transport): Transport {
  return {
    ...transport,
    call: (request) =>
      transport.call(request).catch((error: unknown) => {
        throw isFailure(error, 'unauthorized')
          ? new KubeError({ type: 'unreachable' }, error.message, { cause: error })
          : error;
      }),
  };
}
