import { stringify } from 'yaml';
import { repository } from '../repository.ts';
import { type Address, endpointOf, gatewayTcpPorts, portOf } from './address.ts';
import type { CertificateKeyPair } from './pki.ts';

/** The Gateway that Stoa configures, by namespace and name. */
export interface GatewayRef {
  readonly namespace: string;
  readonly name: string;
}

/** What Stoa's configuration says of its Gateway; what it leaves out has the default of docs/configuration.md. */
export interface GatewaySettings extends GatewayRef {
  /** Class of the Gateway, where Stoa is to create it. */
  readonly className?: string;
  readonly http?: { readonly port: number };
  readonly https?: { readonly port: number };
  readonly tcp: { readonly ports: string };
}

/** The Gateway of a local cluster. */
export const LOCAL_GATEWAY: GatewayRef = { namespace: 'stoa-system', name: 'stoa' };

/** The Gateway manifest: one plain HTTP listener for all namespaces on the gateway's http port. */
export function gatewayManifest(address: Address): string {
  return stringify({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: LOCAL_GATEWAY,
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
export const REGION_NAME = 'local';

/** The settings of a gateway that runs here, at the ports of the table. */
export function settingsHere(address: Address): GatewaySettings {
  const tcp = gatewayTcpPorts(address);
  return {
    ...LOCAL_GATEWAY,
    http: { port: portOf(address, 'gatewayHttp') },
    https: { port: portOf(address, 'gatewayHttps') },
    tcp: { ports: `${Math.min(...tcp)}-${Math.max(...tcp)}` },
  };
}

/** Stoa's configuration file. */
export function stoaConfig(address: Address, gateway: GatewaySettings): string {
  return stringify({
    region: REGION_NAME,
    gateway,
    operator: { metrics: endpointOf(address, 'operatorOps') },
    // The local store, and those of tests, are at loopback addresses.
    market: { stores: ['public', '127.0.0.0/8', '::1'], domain: 'apps.example.com' },
    monitoring: { url: `http://${endpointOf(address, 'prometheus')}` },
    rest: { listen: endpointOf(address, 'rest'), metrics: endpointOf(address, 'restOps') },
    log: { level: 'info' },
  });
}

/**
 * What Traefik reads from a file: the certificate for hosts that have none. Without one it makes an RSA key for
 * it each time that any route changes, which takes nine tenths of its CPU.
 */
export function traefikConfig({ certificate, key }: CertificateKeyPair): string {
  const defaultCertificate = { certFile: certificate, keyFile: key };
  return stringify({ tls: { stores: { default: { defaultCertificate } } } });
}

/** Prometheus' configuration file: the gateway and Stoa's own processes, every five seconds, and Stoa's alerts. */
export function prometheusConfig(address: Address): string {
  const jobs = [
    ['traefik', 'traefikOps'],
    ['stoa-operator', 'operatorOps'],
    ['stoa-rest', 'restOps'],
  ] as const;
  return stringify({
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: [repository.alerts],
    scrape_configs: jobs.map(([job, port]) => ({
      job_name: job,
      static_configs: [{ targets: [endpointOf(address, port)] }],
    })),
  });
}
