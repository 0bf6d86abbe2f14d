import { stringify } from 'yaml';
import { repository } from '../repository.ts';
import { type Address, endpointOf, gatewayTcpPorts, portOf } from './address.ts';
import type { CertificateKeyPair } from './pki.ts';

/** Namespace and name of the Gateway that Stoa configures. */
export interface GatewayRef {
  readonly namespace: string;
  readonly name: string;
}

/** Gateway settings of Stoa's configuration; docs/configuration.md has the defaults of missing ones. */
export interface GatewaySettings extends GatewayRef {
  /** Class of the Gateway, where Stoa is to create it. */
  readonly className?: string;
  readonly http?: { readonly port: number };
  readonly https?: { readonly port: number; readonly entryPoint: string };
  readonly tcp: { readonly ports: string };
}

/** Gateway of a local cluster. */
export const LOCAL_GATEWAY: GatewayRef = { namespace: 'stoa-system', name: 'stoa' };

/** Manifest of the Gateway: one HTTP listener for all namespaces on the gateway's http port. */
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

/** Name of the region in every cluster that this command line starts. */
export const REGION_NAME = 'local';

/** Settings of a gateway on this machine, at the ports of the table. */
export function localGatewaySettings(address: Address): GatewaySettings {
  const tcp = gatewayTcpPorts(address);
  return {
    ...LOCAL_GATEWAY,
    http: { port: portOf(address, 'gatewayHttp') },
    https: { port: portOf(address, 'gatewayHttps'), entryPoint: 'websecure' },
    tcp: { ports: `${Math.min(...tcp)}-${Math.max(...tcp)}` },
  };
}

/** Stoa's configuration file. */
export function stoaConfig(address: Address, gateway: GatewaySettings): string {
  return stringify({
    region: REGION_NAME,
    teams: { mode: 'namespaces' },
    gateway: { ...gateway, undeclared: 'first-come' },
    operator: { metrics: endpointOf(address, 'operatorOps') },
    // The local store and those of tests have loopback addresses.
    market: {
      stores: ['public', '127.0.0.0/8', '::1'],
      domain: 'apps.example.org',
      endpoints: { allowed: ['192.168.10.0/24'] },
    },
    monitoring: { url: `http://${endpointOf(address, 'prometheus')}` },
    // Nothing else can read what stays on this machine.
    rest: {
      listen: endpointOf(address, 'rest'),
      metrics: endpointOf(address, 'restOps'),
      tls: { insecure: true },
    },
    log: { level: 'info' },
  });
}

/**
 * Configuration file of Traefik: the certificate for hosts without one. Without it, Traefik generates an RSA key at
 * every change of a route, which takes nine tenths of its CPU.
 */
export function traefikConfig({ certificate, key }: CertificateKeyPair): string {
  const defaultCertificate = { certFile: certificate, keyFile: key };
  return stringify({ tls: { stores: { default: { defaultCertificate } } } });
}

/** Configuration file of Prometheus: scrapes the gateway and Stoa's processes every five seconds, with Stoa's alerts. */
export function prometheusConfig(address: Address): string {
  const jobs = [
    // Stoa knows the gateway's figures by its namespace, which Prometheus would read from a pod.
    ['traefik', 'traefikOps', { namespace: LOCAL_GATEWAY.namespace }],
    ['stoa-operator', 'operatorOps', {}],
    ['stoa-rest', 'restOps', {}],
  ] as const;
  return stringify({
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: [repository.alerts],
    scrape_configs: jobs.map(([job, port, labels]) => ({
      job_name: job,
      static_configs: [{ targets: [endpointOf(address, port)], labels }],
    })),
  });
}
