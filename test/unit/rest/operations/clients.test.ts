import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { KubeClient } from '../../../../src/kube/client.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { createMonitor } from '../../../../src/monitor/monitor.ts';
import type { GatewayRule } from '../../../../src/objects/stoa.ts';
import { createApp } from '../../../../src/rest/app.ts';
import { limitsSchema } from '../../../../src/rest/settings.ts';
import { createLog } from '../../../../src/telemetry/process.ts';
import { CASES, type Case, isAnswer } from '../../../support/clients.ts';
import { nameRules } from '../../../support/namerules.ts';

const metadata = { uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

/** An API server in memory, with the objects that a case needs, which stores rules. */
function apiServerOf({ components, certificates = {} }: Case['state']) {
  const rules = new Map<string, GatewayRule>();
  const lists: Readonly<Record<string, () => readonly object[]>> = {
    namespaces: () => [{ metadata: { ...metadata, name: 'team', labels: { 'stoa.dev/team': 'shop' } } }],
    applications: () => [{ metadata: { ...metadata, name: 'app', namespace: 'team' }, spec: { id: 12 } }],
    services: () => components.map(serviceOf),
    secrets: () => Object.keys(certificates).map(secretOf),
    gatewayrules: () => [...rules.values()],
  };
  return async ({ method, path, query, body }: KubeRequest): Promise<unknown> => {
    const last = path.slice(path.lastIndexOf('/') + 1);
    if (Object.hasOwn(REVIEWS, last)) {
      return REVIEWS[last];
    }
    if (method === 'GET') {
      // Rules are selected by fields where those of other teams are meant.
      const isOfOthers = last === 'gatewayrules' && query?.fieldSelector !== undefined;
      return { metadata: {}, items: isOfOthers ? [] : (lists[last]?.() ?? []) };
    }
    if (method === 'DELETE') {
      rules.delete(last);
      return {};
    }
    const draft = body as GatewayRule;
    const created = { ...metadata, uid: `rule-${rules.size}`, namespace: 'team', generation: 1 };
    const rule = { ...draft, metadata: { ...created, ...draft.metadata } };
    rules.set(rule.metadata.name, rule);
    return rule;
  };
}

/** Answers to reviews: the caller is known, and may do everything. */
const REVIEWS: Readonly<Record<string, object>> = {
  selfsubjectreviews: { status: { userInfo: { username: 'ada' } } },
  selfsubjectaccessreviews: { status: { allowed: true } },
};

function serviceOf({ service_id: name, service_cname, ports }: Case['state']['components'][number]): object {
  const labels = { 'stoa.dev/app-id': '12', 'stoa.dev/component-id': name };
  const open = ports.flatMap((port) => (port.is_outer_service ? [port.container_port] : []));
  const annotations = { 'stoa.dev/component-name': service_cname, 'stoa.dev/outer-ports': open.join(',') };
  return {
    metadata: { ...metadata, name, namespace: 'team', labels, annotations },
    spec: { ports: ports.map(({ container_port: port }) => ({ name: `p${port}`, port })) },
  };
}

function secretOf(id: string): object {
  const labels = { 'stoa.dev/certificate-id': id };
  return { metadata: { ...metadata, name: `certificate-${id}`, namespace: 'team', labels } };
}

/** Base URL of a REST API of the region `rainbond`, in front of an API server. */
async function serve(call: (request: KubeRequest) => Promise<unknown>): Promise<string> {
  const unused = () => Promise.reject(new Error('nothing is watched here'));
  const callers = { call, open: unused, close: unused };
  const monitor = createMonitor({ items: [] });
  const ports = [{ from: 1, to: 65_535 }];
  const client = new KubeClient(callers);
  const app = createApp({
    regions: [{ name: 'rainbond', client, callers, ports, monitor, names: nameRules() }],
    audiences: [],
    trustedProxies: [],
    limits: limitsSchema.parse({}),
    log: createLog('silent'),
    answered: () => undefined,
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi/v1`;
}

async function send(base: string, { method, path, query, body, headers }: Case['request']) {
  const response = await fetch(`${base}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: 't', 'content-type': 'application/json', connection: 'close', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const type = `${response.headers.get('content-type')}`;
  return { status: response.status, type, body: (await response.json()) as unknown };
}

const OF_RULES = CASES.filter(({ request }) => request.path.includes('domains'));

it.each(OF_RULES)('$name', async ({ state, then, ...first }) => {
  const base = await serve(apiServerOf(state));
  const path = '/teams/shop/regions/rainbond/apps/12/domains';
  for (const body of state.rules ?? []) {
    expect(await send(base, { method: 'POST', path, body })).toMatchObject({ status: 200 });
  }
  for (const { request, expect: wanted } of then === undefined ? [first] : [first, then]) {
    const at = request.path.replace('{team}', 'shop').replace('{rule_id}', 'rule0');
    isAnswer(await send(base, { ...request, path: at }), wanted, 'shop');
  }
});
