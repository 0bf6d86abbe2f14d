import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { kubeconfigText, readCertificateKubeconfig } from '../../deploy/local/cluster/kubeconfig.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { type AnyRoute, HOST_ROUTES } from '../../src/objects/anyroute.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { type Ended, run } from './support/cli.ts';
import { member } from './support/member.ts';
import { rest, throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');
const [HTTP_ROUTE] = HOST_ROUTES.HTTPRoute as readonly [Resource<AnyRoute>];
const GATEWAY = { namespace: 'stoa-system', name: 'stoa' };

let client: KubeClient;
let team: Team;
let folder: string;
/** Kubeconfig of an account that may only read the team's namespace. */
let viewer: string;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  await Promise.all([team.component('web'), team.component('cart')]);
  // Older than any rule, or as old and first by its name, and for the requests of one of them.
  await foreignRoute('of-a-chart', '/cart');
  await Promise.all([team.rule('shop'), team.rule('cart', { domainPath: '/cart' })]);
  const token = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
  folder = await mkdtemp(join(tmpdir(), 'stoa-who-'));
  viewer = join(folder, 'kubeconfig');
  const { server, ca } = readCertificateKubeconfig(inject('cluster').kubeconfig);
  await writeFile(viewer, kubeconfigText(server, ca, { kind: 'token', token }));
});

afterAll(() => rm(folder, { recursive: true }));

/** An HTTPRoute of the team that Stoa does not write, which sends requests to the component `cart`. */
function foreignRoute(name: string, path: string, host = team.host): Promise<unknown> {
  const metadata = { namespace: team.namespace, name };
  const spec = {
    parentRefs: [GATEWAY],
    hostnames: [host],
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: path } }],
        backendRefs: [{ name: 'cart', port: 8080 }],
      },
    ],
  };
  return client.apply(
    HTTP_ROUTE,
    { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata, spec },
    TESTER,
  );
}

/** Output of the command for a request to the gateway. */
function who(host: string, path: string, kubeconfig = inject('cluster').kubeconfig): Promise<Ended> {
  const { port } = new URL(inject('cluster').gatewayHttpUrl);
  const url = `http://${host}:${port}${path}`;
  return run(PROGRAM, ['who', url, '-n', team.namespace, '--kubeconfig', kubeconfig, '-o', 'json']);
}

/** Result of another command in the namespace of the team. */
function plugin(words: readonly string[], input = ''): Promise<Ended> {
  const where = ['-n', team.namespace, '--kubeconfig', inject('cluster').kubeconfig];
  return run(PROGRAM, [...words, ...where], input);
}

async function reportFor(host: string, path: string): Promise<Record<string, unknown>> {
  return JSON.parse((await who(host, path)).stdout) as Record<string, unknown>;
}

async function servingOf(name: string) {
  const rule = await client.get(GATEWAY_RULES, { namespace: team.namespace, name });
  return rule.status?.conditions?.find(({ type }) => type === 'Serving');
}

it('tells the rule, the backend and the runner-up, as the gateway does', async () => {
  await eventually(async () => {
    expect((await throughGateway(team.host)).body.component).toBe('web');
    expect((await throughGateway(team.host, '/cart')).body.component).toBe('cart');
  });
  expect(await reportFor(team.host, '/x')).toMatchObject({
    answers: 'backend',
    engine: 'Traefik',
    route: { gatewayRules: ['shop'] },
    backends: [{ name: 'web', port: 8080, percent: 100 }],
  });
  expect(await reportFor(team.host, '/cart/1')).toMatchObject({
    route: { name: 'of-a-chart', rule: 0, gatewayRules: [] },
    backends: [{ name: 'cart', percent: 100 }],
    runnerUp: { gatewayRules: ['cart'] },
    why: expect.stringContaining('of equal conditions'),
  });
});

it('says of an unknown host that no rule is for it, and exits with 1', async () => {
  const { code, stdout } = await who(`none.${team.host}`, '/');
  expect({ code, report: JSON.parse(stdout) }).toMatchObject({
    code: 1,
    report: { answers: 'nobody', why: expect.stringContaining('404') },
  });
  expect((await throughGateway(`none.${team.host}`)).status).toBe(404);
});

it('tells of a route that would get all requests before a rule is written, and why of one that is', async () => {
  const host = `planned.${team.host}`;
  await foreignRoute('before-us', '/', host);
  const says = expect.stringContaining(
    `would get no request: HTTPRoute ${team.namespace}/before-us, spec.rules[0], is for the same ones`,
  );
  const { namespace } = team;
  const token = await member(client, { namespace, name: 'owner' }, { name: 'admin' });
  const http = { service_id: 'web', container_port: 8080, domain_name: host, whether_open: true };
  const path = `/teams/${team.id}/regions/local/apps/1/domains?dryRun=true`;
  await eventually(async () => {
    const asked = { method: 'POST', token, body: { protocol: 'http', http } } as const;
    expect(await rest(path, asked)).toMatchObject({ status: 200, body: { warnings: [says] } });
  });
  const spec = {
    appId: 1,
    protocol: 'http',
    http: { serviceId: 'web', containerPort: 8080, domainName: host },
  };
  const file = JSON.stringify({ ...GATEWAY_RULE_TYPE, metadata: { name: 'planned', namespace }, spec });
  expect(await plugin(['diff', '-f', '-'], file)).toMatchObject({ code: 1, stdout: says });
  expect((await plugin(['why', 'rule/cart'])).stdout).toContain(
    `HTTPRoute ${namespace}/of-a-chart, spec.rules[0], gets all its requests`,
  );
});

it('has a rule say that another route gets all of its requests, until that is gone', async () => {
  await eventually(async () =>
    expect(await servingOf('cart')).toMatchObject({
      status: 'False',
      reason: 'Shadowed',
      message: expect.stringContaining(`HTTPRoute ${team.namespace}/of-a-chart, spec.rules[0],`),
    }),
  );
  expect(await servingOf('shop')).toMatchObject({ status: 'True' });
  const { metadata } = await client.get(HTTP_ROUTE, { namespace: team.namespace, name: 'of-a-chart' });
  await client.delete(HTTP_ROUTE, metadata);
  await eventually(async () => expect(await servingOf('cart')).toMatchObject({ status: 'True' }));
  expect(await reportFor(team.host, '/cart/1')).toMatchObject({ route: { gatewayRules: ['cart'] } });
});

it('names the right that a member of a team lacks', async () => {
  const { code, stderr } = await who(team.host, '/', viewer);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('the right to get stoa-system/stoa (gateways.gateway.networking.k8s.io)'),
  });
});
