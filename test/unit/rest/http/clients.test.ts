import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  type CertificateKeyPair,
  createAuthority,
  issueServer,
} from '../../../../deploy/local/cluster/pki.ts';
import { KubeClient } from '../../../../src/kube/client.ts';
import type { KubeRequest } from '../../../../src/kube/request.ts';
import { createMonitor } from '../../../../src/monitor/monitor.ts';
import type { Workload } from '../../../../src/objects/workload.ts';
import { createApp } from '../../../../src/rest/app.ts';
import { FORM_TYPE } from '../../../../src/rest/guard/form.ts';
import { limitsSchema } from '../../../../src/rest/settings.ts';
import { createLog } from '../../../../src/telemetry/process.ts';
import {
  CASES,
  type Case,
  type Component,
  filledIn,
  isAnswer,
  numberIn,
  pem,
} from '../../../support/clients.ts';
import { GATEWAY_PLACE } from '../../../support/gatewayplace.ts';
import { memoryApi } from '../../../support/memoryapi.ts';
import { nameRules } from '../../../support/namerules.ts';
import { workloadOf } from '../../../support/workloads.ts';

const metadata = {
  uid: 'u',
  resourceVersion: '1',
  generation: 1,
  creationTimestamp: '2026-01-01T00:00:00Z',
  namespace: 'team',
};

/** An API server in memory, with the objects that a case needs. */
function apiServerOf({ components, certificates = {} }: Case['state']) {
  return memoryApi({
    namespaces: [{ metadata: { ...metadata, name: 'team', labels: { 'stoa.dev/team': 'shop' } } }],
    applications: [{ metadata: { ...metadata, uid: 'app', name: 'store' }, spec: { id: 12 } }],
    services: components.map(serviceOf),
    deployments: components.map(deploymentOf),
    secrets: Object.keys(certificates).map(secretOf),
  });
}

function deploymentOf({ service_id: name, service_cname, status }: Component): Workload {
  const labels = { 'stoa.dev/app-id': '12', 'stoa.dev/component-id': name };
  const annotations = { 'stoa.dev/component-name': service_cname };
  const running = { replicas: 1, readyReplicas: 1, updatedReplicas: 1, availableReplicas: 1 };
  const replicas = status === 'running' ? 1 : 0;
  return workloadOf('Deployment', { replicas }, replicas === 1 ? running : {}, { name, labels, annotations });
}

function serviceOf({ service_id: name, service_cname, ports }: Component) {
  const labels = { 'stoa.dev/app-id': '12', 'stoa.dev/component-id': name };
  const open = ports.flatMap((port) => (port.is_outer_service ? [port.container_port] : []));
  const annotations = { 'stoa.dev/component-name': service_cname, 'stoa.dev/outer-ports': open.join(',') };
  return {
    metadata: { ...metadata, name, labels, annotations },
    spec: { ports: ports.map(({ container_port: port }) => ({ name: `p${port}`, port })) },
  };
}

function secretOf(id: string) {
  const labels = { 'stoa.dev/certificate-id': id };
  return { metadata: { ...metadata, name: `certificate-${id}`, labels } };
}

/** Base URL of a REST API of the region `rainbond`, in front of an API server. */
async function serve(call: (request: KubeRequest) => Promise<unknown>): Promise<string> {
  const unused = () => Promise.reject(new Error('nothing is watched here'));
  const callers = { call, open: unused, close: unused };
  const monitor = createMonitor({ items: [] }, 'stoa-system');
  const ports = [{ from: 1, to: 65_535 }];
  const client = new KubeClient(callers);
  const app = createApp({
    regions: [
      { name: 'rainbond', client, callers, ports, gateway: GATEWAY_PLACE, monitor, names: nameRules() },
    ],
    audiences: [],
    trustedProxies: [],
    limits: limitsSchema.parse({}),
    log: createLog('silent'),
    stop: new AbortController().signal,
    answered: () => undefined,
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi/v1`;
}

async function send(base: string, { method, path, query, body, form, headers }: Case['request']) {
  const type = form === undefined ? 'application/json' : FORM_TYPE;
  const payload = form ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${base}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { authorization: 't', 'content-type': type, connection: 'close', ...headers },
    ...(payload === undefined ? {} : { body: payload }),
  });
  const answered = `${response.headers.get('content-type')}`;
  return { status: response.status, type: answered, body: (await response.json()) as unknown };
}

/** Cases that need neither a store with its operator nor figures. */
const ALONE = CASES.filter(
  ({ state, request }) => state.store === undefined && !request.path.includes('/monitor/'),
);

let certificate: CertificateKeyPair;

beforeAll(async () => {
  certificate = await issueServer(await createAuthority(), 'books', ['books.example.com']);
});

it.each(ALONE)('$name', async (each) => {
  const filled = filledIn(each, { team: 'shop', rule_id: 'gatewayrules0', ...pem(certificate) });
  const { state, then, ...first } = filled;
  const base = await serve(apiServerOf(state));
  const path = '/teams/shop/regions/rainbond/apps/12/domains';
  for (const body of state.rules ?? []) {
    expect(await send(base, { method: 'POST', path, body })).toMatchObject({ status: 200 });
  }
  const answer = await send(base, first.request);
  isAnswer(answer, first.expect, 'shop');
  if (then !== undefined) {
    const second = filledIn(then, { id: numberIn(answer) });
    isAnswer(await send(base, second.request), second.expect, 'shop');
  }
});
