import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { parseConfig } from '../../src/config.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { HTTP_ROUTES, type HttpRoute } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { acceptanceOf } from '../support/acceptance.ts';
import { eventually } from '../support/eventually.ts';
import { metric } from '../support/metrics.ts';
import { silentProgress } from '../support/progress.ts';
import { standIn } from '../support/standin.ts';
import { connect, Team } from './support/world.ts';

/** Rules that are created at once. */
const MANY = 100;

let plane: GatewayPlane;
let client: KubeClient;
let folder: string;
let running: Promise<unknown>;
const registry = new Registry();
const stop = new AbortController();

/** A gateway of its own, which a test may stop. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-serving-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  client = await connect(plane.kubeconfig);
  const { ca, server } = plane.access;
  const headers = { Authorization: `Bearer ${plane.operatorToken}` };
  const { http, https } = plane.ports;
  const gateway = { namespace: 'stoa-system', name: 'stoa', http: { port: http }, https: { port: https } };
  const operator = createOperator({
    access: { server, credentials: async () => ({ ca, headers }) },
    // It is alone, and a test with many rules must not depend on how fast it renews a lease.
    config: parseConfig(stringify({ gateway, operator: { leaderElection: { enabled: false } } }), 'test'),
    log: createLog('silent'),
    registry,
  });
  running = operator.run(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

async function teamWithComponent(): Promise<Team> {
  const team = await Team.create(client);
  await team.component('web');
  await standIn(client, { name: 'web', portName: 'http', namespace: team.namespace });
  return team;
}

/** Stops the gateway until the returned function is called, or the test ends. */
function freeze(): () => void {
  process.kill(plane.enginePid, 'SIGSTOP');
  const resume = () => void process.kill(plane.enginePid, 'SIGCONT');
  onTestFinished(resume);
  return resume;
}

/** Writes in place of the engine that it has accepted the route of a host. */
async function acceptRoute(team: Team, host: string): Promise<void> {
  const route = await eventually(async () => {
    const routes = await client.list(HTTP_ROUTES, { namespace: team.namespace });
    const found = routes.find(({ spec }) => spec.hostnames.includes(host));
    expect(found).toBeDefined();
    return found as HttpRoute;
  });
  await client.apply(HTTP_ROUTES, acceptanceOf(route), 'engine', { subresource: 'status' });
}

it('a rule is ready when the gateway answers for it, by plain HTTP and by TLS', async () => {
  const team = await teamWithComponent();
  const authority = await createAuthority();
  await team.certificate(1, await issueServer(authority, 'shop', [`secure.${team.host}`]));
  await team.rule('plain');
  const ruleExtensions = [{ key: 'httptohttps', value: 'true' }];
  await team.rule('secure', { domainName: `secure.${team.host}`, certificateId: 1, ruleExtensions });
  for (const name of ['plain', 'secure']) {
    await team.condition(name, 'Ready', 'True');
    await team.condition(name, 'Serving', 'True', 'Serving');
  }
});

it('a rule is not ready while the gateway does not answer, whatever is reported of its route', async () => {
  const team = await teamWithComponent();
  await team.rule('before');
  await team.condition('before', 'Ready', 'True');
  const resume = freeze();
  const host = `new.${team.host}`;
  await team.rule('new', { domainName: host });
  await acceptRoute(team, host);
  await team.condition('new', 'Programmed', 'True');
  await team.condition('new', 'Serving', 'False', 'GatewaySilent');
  await team.condition('new', 'Ready', 'False', 'GatewaySilent');
  await team.rule('before', { domainPath: '/edited' });
  await team.condition('before', 'Serving', 'False', 'GatewaySilent');
  resume();
  await team.condition('new', 'Serving', 'True');
  await team.condition('new', 'Ready', 'True');
  await team.condition('before', 'Ready', 'True');
});

it('many rules at once are all proved, and the time that it took is counted', async () => {
  const team = await teamWithComponent();
  const names = Array.from({ length: MANY }, (_, index) => `r${index}`);
  await Promise.all(names.map((name) => team.rule(name, { domainName: `${name}.${team.host}` })));
  await eventually(async () => {
    const rules = await client.list(GATEWAY_RULES, { namespace: team.namespace });
    const served = rules.filter(({ status }) =>
      ['Serving', 'Ready'].every((type) =>
        status?.conditions?.some((condition) => condition.type === type && condition.status === 'True'),
      ),
    );
    expect(served).toHaveLength(MANY);
  }, 120_000);
  expect(await metric(registry, 'stoa_route_serving_seconds_count')).toBeGreaterThanOrEqual(MANY);
});
