import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  gatewayManifest,
  localGatewaySettings,
  prometheusConfig,
  stoaConfig,
} from '../../../../../deploy/local/cluster/configs.ts';

const address = { host: '127.70.255.1', portBase: 28000 };

test('the Gateway has one HTTP listener on the gateway port, open to all namespaces', () => {
  expect(parse(gatewayManifest(address))).toMatchObject({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { namespace: 'stoa-system', name: 'stoa' },
    spec: {
      gatewayClassName: 'traefik',
      listeners: [
        { name: 'http', port: 28080, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
      ],
    },
  });
});

test('the configuration files name the addresses of the table', () => {
  expect(parse(stoaConfig(address, localGatewaySettings(address)))).toEqual({
    region: 'local',
    teams: { mode: 'namespaces' },
    gateway: {
      namespace: 'stoa-system',
      name: 'stoa',
      http: { port: 28080 },
      https: { port: 28443, entryPoint: 'websecure' },
      tcp: { ports: '28300-28309' },
      undeclared: 'first-come',
    },
    operator: { metrics: '127.70.255.1:28002' },
    market: {
      stores: ['public', '127.0.0.0/8', '::1'],
      domain: 'apps.example.org',
      endpoints: { allowed: ['192.168.10.0/24'] },
    },
    monitoring: { url: 'http://127.70.255.1:28010' },
    rest: { listen: '127.70.255.1:28000', metrics: '127.70.255.1:28001', tls: { insecure: true } },
    log: { level: 'info' },
  });
  const { scrape_configs: jobs } = parse(prometheusConfig(address));
  expect(jobs).toContainEqual({
    job_name: 'traefik',
    static_configs: [{ targets: ['127.70.255.1:28011'], labels: { namespace: 'stoa-system' } }],
  });
});
