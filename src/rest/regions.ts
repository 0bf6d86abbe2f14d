import type { Logger } from '../controller/logger.ts';
import { KubeClient } from '../kube/client.ts';
import { findAccess } from '../kube/findaccess.ts';
import { createTransport, type TransportOptions } from '../kube/transport.ts';
import { createMonitor } from '../monitor/monitor.ts';
import type { Monitoring } from '../monitor/settings.ts';
import type { PortRange } from '../rule/ports.ts';
import { Followed } from './followed.ts';
import type { Region, Regions } from './region.ts';

/** The regions, and how to end all connections to them. */
export interface OpenRegions {
  readonly regions: Regions;
  close(): Promise<void>;
}

/** Who hears of calls to API servers, and of what goes wrong beside requests. */
export interface Watching {
  readonly onCall: NonNullable<TransportOptions['onCall']>;
  readonly log: Logger;
}

/** A region that is open. */
interface Opened {
  readonly region: Region;
  close(): Promise<void>;
}

/**
 * The clusters that the configuration names, its own first, each with connections of its own. Throws where there
 * are no credentials for one; whether it answers is seen when somebody asks.
 */
export async function openRegions(settings: RegionsSettings, watching: Watching): Promise<OpenRegions> {
  const { region, regions, monitoring, gateway } = settings;
  const here = await open(region, { monitoring, gateway }, watching);
  const others = await Promise.all(
    Object.entries(regions).map(([name, own]) =>
      open(
        name,
        {
          context: own.context,
          monitoring: own.monitoring ?? monitoring,
          gateway: own.gateway ?? gateway,
        },
        watching,
      ),
    ),
  );
  return {
    regions: [here.region, ...others.map((each) => each.region)],
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
  readonly gateway: { readonly tcp: { readonly ports: readonly PortRange[] } };
}

/** Settings of all regions; another region has those of the own cluster for which it sets none. */
export interface RegionsSettings extends RegionSettings {
  /** Name of the own cluster's region. */
  readonly region: string;
  readonly regions: Readonly<
    Record<string, { readonly [K in keyof RegionSettings]?: RegionSettings[K] | undefined }>
  >;
}

async function open(
  name: string,
  { context, monitoring, gateway }: RegionSettings,
  { onCall, log }: Watching,
): Promise<Opened> {
  const transport = await createTransport(await findAccess(context), { onCall });
  const client = new KubeClient(transport);
  const monitor = createMonitor(monitoring);
  const followed = new Followed(client, log.child({ region: name }));
  const stop = new AbortController();
  void followed.run(stop.signal);
  return {
    region: { name, client, ports: gateway.tcp.ports, monitor, followed },
    close: async () => {
      stop.abort();
      await Promise.all([transport.close(), monitor.close()]);
    },
  };
}
