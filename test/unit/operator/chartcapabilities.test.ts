import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import { capabilitiesForCharts } from '../../../src/operator/chartcapabilities.ts';

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/version': { gitVersion: 'v1.36.4' },
  '/api': { items: [{ metadata: {}, versions: [{ version: 'v1', resources: [kind('Pod'), kind('')] }] }] },
  '/apis': {
    items: [
      { metadata: { name: 'none.example.com' } },
      { metadata: { name: 'apps' }, versions: [{ version: 'v1', resources: [kind('Deployment')] }] },
    ],
  },
};

function kind(name: string): object {
  return { resource: `${name}s`, responseKind: { kind: name } };
}

let paths: string[];
const client = {
  read: async (path: string) => {
    paths.push(path);
    return ANSWERS[path];
  },
} as unknown as KubeClient;

beforeEach(() => {
  paths = [];
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('charts see the version of the cluster, and what it serves', async () => {
  expect(await capabilitiesForCharts(client)()).toEqual({
    kubeVersion: 'v1.36.4',
    apiVersions: ['apps/v1', 'apps/v1/Deployment', 'v1', 'v1/Pod'],
  });
});

it('the cluster is read once for all charts of some seconds', async () => {
  const read = capabilitiesForCharts(client);
  await Promise.all([read(), read()]);
  vi.advanceTimersByTime(9_999);
  await read();
  expect(paths).toHaveLength(3);
  vi.advanceTimersByTime(1);
  await read();
  expect(paths).toHaveLength(6);
});
