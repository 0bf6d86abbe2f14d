import { stringify } from 'yaml';
import { type Address, endpointOf, gatewayTcpPorts, portOf } from './address.ts';

/** The Gateway that Stoa configures, by namespace and name. */
export interface GatewayRef {
  readonly namespace: string;
  readonly name: string;
}

/** The Gateway of a local cluster. */
export const localGateway: GatewayRef = { namespace: 'stoa-system', name: 'stoa' };

/** The Gateway manifest: one plain HTTP listener for all namespaces on the gateway's http port. */
export function gatewayManifest(address: Address): string {
  return stringify({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: localGateway,
    spec: {
      gatewayClassName: 'traefik',
      listeners: [
        {
          name: 'http',
          port: portOf(address, 'gatewayHttp'),
          protocol: 'HTTP',
          allowedRoutes: { namespaces: { from: 'All' } },
        },
      ],
    },
  });
}

/** The region's name in every cluster that this command line starts. */
export const regionName = 'local';

/** Stoa's configuration file. */
export function stoaConfig(address: Address, gateway: GatewayRef): string {
  const tcp = gatewayTcpPorts(address);
  return stringify({
    region: regionName,
    gateway: {
      ...gateway,
      http: { port: portOf(address, 'gatewayHttp') },
      https: { port: portOf(address, 'gatewayHttps') },
      tcp: { ports: `${Math.min(...tcp)}-${Math.max(...tcp)}` },
    },
    operator: { metrics: endpointOf(address, 'operatorOps') },
    rest: { listen: endpointOf(address, 'rest'), metrics: endpointOf(address, 'restOps') },
    log: { level: 'info' },
  });
}

/** Prometheus' configuration file: the gateway and Stoa's own processes, every five seconds. */
export function prometheusConfig(address: Address): string {
  const jobs = [
    ['traefik', 'traefikOps'],
    ['stoa-operator', 'operatorOps'],
    ['stoa-rest', 'restOps'],
  ] as const;
  return stringify({
    global: { scrape_interval: '5s' },
    scrape_configs: jobs.map(([job, port]) => ({
      job_name: job,
      static_configs: [{ targets: [endpointOf(address, port)] }],
    })),
  });
}
