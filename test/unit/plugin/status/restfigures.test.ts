import { expect, it } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import type { Connection } from '../../../../src/plugin/connect.ts';
import { windowAt } from '../../../../src/plugin/status/figures.ts';
import { restPlaceOf } from '../../../../src/plugin/status/restclient.ts';
import { fetchFigures } from '../../../../src/plugin/status/restfigures.ts';

const metadata = { name: 'shop', namespace: 'team', uid: 'u', resourceVersion: '1', creationTimestamp: '' };
const APPLICATION = { apiVersion: 'stoa.dev/v1alpha1', kind: 'Application', metadata, spec: { id: 7 } };

/** Figures from a REST API whose component has these exact monitors, and others where none are asked for. */
async function fetched(exact: readonly object[], others: readonly object[]) {
  const call = async ({ path, query }: KubeRequest): Promise<unknown> => {
    if (path.endsWith('/api/v1/namespaces/team')) {
      return { metadata: { ...metadata, labels: { 'stoa.dev/team': 'ours' } } };
    }
    expect(path).toMatch(/\/openapi\/v1\/teams\/ours\/regions\/local\/apps\/7\/monitor\/query_range$/);
    const monitors = query?.exact === 'true' ? exact : others;
    return [{ service_id: 'web', service_cname: 'Web', service_alias: 'web', monitors }];
  };
  const unused = () => Promise.reject(new Error('nothing is watched here'));
  const client = new KubeClient({ call, open: unused, close: unused });
  const connection = { client, call, namespace: 'team', token: async () => 't' } as Connection;
  const source = { rest: restPlaceOf(undefined), region: 'local', token: undefined };
  return fetchFigures(connection, source, APPLICATION, windowAt(300));
}

function monitorOf(status: string, values: readonly string[][]) {
  const result = values.map((value) => ({ value, values: [value] }));
  return { monitor_item: 'request', status, data: { resultType: 'matrix', result } };
}

it('a REST API without Prometheus is told, though it leaves out items without values', async () => {
  expect(await fetched([monitorOf('not-configured', [])], [])).toEqual({
    type: 'none',
    why: 'no live figures: the REST API has no Prometheus to ask: set monitoring.url of its configuration',
  });
});

it('a setting that selects no gateway is told', async () => {
  expect(await fetched([monitorOf('not-selected', [])], [])).toEqual({
    type: 'none',
    why: 'no live figures: Prometheus has figures, but none of the gateway: set monitoring.engineSelector of the configuration of the REST API',
  });
});

it('rates are made of values that are not rounded', async () => {
  const exact = [monitorOf('success', [['300', '0.5']])];
  const found = await fetched(exact, [monitorOf('success', [['300', '1']])]);
  const latest = found.type === 'figures' ? found.figures.get('web')?.requestsPerSecond.latest : found.why;
  expect(latest).toBe(0.1);
});

it('a component of which nothing is measured has empty figures', async () => {
  const found = await fetched([monitorOf('no-data', [])], []);
  expect(found.type === 'figures' && found.figures.get('web')?.requestsPerSecond.latest).toBeNull();
});
