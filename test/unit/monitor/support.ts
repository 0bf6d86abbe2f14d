import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { componentsOf } from '../../../src/monitor/component.ts';
import { engineSelectorsOf } from '../../../src/monitor/engineselector.ts';
import { PodsByOwner } from '../../../src/monitor/pods.ts';
import { type ItemResult, reportsOf } from '../../../src/monitor/report.ts';
import { type PrometheusResult, readResponse } from '../../../src/monitor/response.ts';
import { workloadOf } from '../../support/workloads.ts';

const labelsOf = (id: string) => ({ 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id });
const workloads = ['a', 'b'].map((id) =>
  workloadOf('DaemonSet', {}, {}, { name: id, uid: id, labels: labelsOf(id) }),
);

/** Two components, `a` and `b`. */
export const COMPONENTS = componentsOf({
  namespace: 'team',
  workloads,
  pods: new PodsByOwner(workloads, { pods: [], makers: [] }),
  services: [],
  rules: [],
  routes: [],
});

/** Selectors of a gateway in the namespace `gw`. */
export const ENGINES = engineSelectorsOf(undefined, 'gw');

/** Query without what tells whether an engine was there: only two gauges of the gateway, which have no figures of anybody. */
export function withoutPresence(query: string): string {
  return query.replaceAll(
    / and on \(job, instance\) (traefik_config_last_reload_success|envoy_server_live)\{[^{}]*\} offset \d+[ms]/g,
    '',
  );
}

/** Result in a response with a JSON body. */
export function resultOf(body: unknown, status = 200): PrometheusResult {
  return readResponse(status, Buffer.from(JSON.stringify(body)));
}

/** Body of an instant query's response; values by component. */
export function vector(...values: readonly [string, string][]): unknown {
  const result = values.map(([component, value]) => ({
    metric: { stoa_component: component },
    value: [1.5, value],
  }));
  return { status: 'success', data: { resultType: 'vector', result } };
}

/** Status and values of one item, for both components. */
export function seen(found: ItemResult['result']) {
  return reportsOf(COMPONENTS, [{ item: 'request', result: found }]).map(({ items }) =>
    items.map(({ status, series }) => [status, series.flat().map(([, value]) => value)]),
  );
}

/** Body of a response without series. */
export const EMPTY = JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [] } });

/** Base URL of a server that runs until the test ends. */
export async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Circumstances of a query for the current values. */
export const NOW = { tenant: { team: 'shop', namespace: 'team-shop' } };
