import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { LOCAL_GATEWAY } from '../../deploy/local/cluster/configs.ts';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { repository } from '../../deploy/local/repository.ts';
import { type Condition, conditionOf } from '../../src/api/condition.ts';
import { parseConfig } from '../../src/config.ts';
import { dialectOf, ENGINES } from '../../src/engines/index.ts';
import { httpsListenerName } from '../../src/gateway/listeners/name.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { GATEWAY_CLASSES, GATEWAYS, LISTENER_SETS } from '../../src/objects/gatewayapi.ts';
import { GRPC_ROUTES } from '../../src/objects/grpcroute.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { type EngineReport, engineReports } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { outputNames, readOutput } from '../support/golden.ts';
import { silentProgress } from '../support/progress.ts';
import { standIn } from '../support/standin.ts';
import { run } from './support/cli.ts';
import { connect, TESTER, Team } from './support/world.ts';

/** The engine that the tests stand in for: they write the statuses that it wrote. */
const [ENGINE] = engineReports().filter(({ controller }) => controller.startsWith('gateway.envoyproxy.io/'));

const CONTROLLER = ENGINE?.controller ?? '';

const CRDS = join(repository.root, 'deploy/local/crds');

/** Engines whose CRDs are in `deploy/local/crds`. */
const DEFINED = readdirSync(CRDS);

/** The kind of its policies. */
const POLICIES = dialectOf(CONTROLLER).policies[0]?.resource as Resource;

/** Its Gateway, beside the one of the engine that runs. */
const GATEWAY = { namespace: 'stoa-system', name: 'stand-in' };

// A separate API server: the operator of the other tests would restart for the kinds of another engine.
let plane: GatewayPlane;
let client: KubeClient;
let team: Team;
let folder: string;
const stop = new AbortController();
let running: Promise<unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-reports-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  client = await connect(plane.kubeconfig);
  const kinds = `--filename=${join(CRDS, 'envoy-gateway')}`;
  for (const args of [
    ['apply', '--server-side', kinds],
    ['wait', '--for=condition=Established', kinds],
  ]) {
    const options = [`--kubeconfig=${plane.kubeconfig}`, ...args];
    expect(await run(inject('cluster').kubectl, options)).toMatchObject({ code: 0 });
  }
  const { apiVersion, kind } = typeOf(GATEWAY_CLASSES);
  const metadata = { name: GATEWAY.name };
  const spec = { controllerName: CONTROLLER };
  await client.apply(GATEWAY_CLASSES, { apiVersion, kind, metadata, spec }, TESTER);
  team = await Team.create(client);
  await team.component('web');
  await standIn(client, { name: 'web', portName: 'http', namespace: team.namespace });
  const { ca, server } = plane.access;
  const headers = { Authorization: `Bearer ${plane.operatorToken}` };
  const operator = createOperator({
    access: { server, credentials: async () => ({ ca, headers }) },
    config: parseConfig(
      `gateway: { namespace: ${GATEWAY.namespace}, name: ${GATEWAY.name}, className: ${GATEWAY.name} }`,
      'test',
    ),
    log: createLog('silent'),
    registry: new Registry(),
  });
  running = operator.run(stop.signal);
  await eventually(() => client.get(GATEWAYS, GATEWAY));
  await say(GATEWAYS, GATEWAY, { conditions: conditionsOf([good('Programmed')], 1) });
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

function typeOf({ group, version, kind }: Resource) {
  return { apiVersion: `${group}/${version}`, kind };
}

function good(type: string): EngineReport['conditions'][number] {
  return { type, status: 'True', reason: type, message: '', observedGeneration: 1 };
}

/** Writes the status of an object as an engine does. */
function say(resource: Resource, { namespace, name }: { namespace?: string; name: string }, status: object) {
  const draft = {
    ...typeOf(resource),
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    status,
  };
  return client.apply(resource, draft, TESTER, { subresource: 'status' });
}

/** Conditions to store, of `generation` where those of the report are of the first one. */
function conditionsOf(
  conditions: EngineReport['conditions'],
  generation: number,
  lastTransitionTime = '2026-11-23T12:00:00Z',
): Condition[] {
  return conditions.map(({ observedGeneration = 1, ...condition }) => ({
    ...condition,
    lastTransitionTime,
    observedGeneration: observedGeneration - 1 + generation,
  }));
}

/** Reports on the route of a rule, or on the policy of its settings. */
async function report(
  rule: string,
  { of, conditions, generation = 1 }: Pick<EngineReport, 'of' | 'conditions' | 'generation'>,
  time?: string,
): Promise<void> {
  const { namespace } = team;
  const resource = of === 'policy' ? POLICIES : HTTP_ROUTES;
  const name = await eventually(async () => {
    const { status } = await client.get(GATEWAY_RULES, { namespace, name: rule });
    expect(status?.routeName).toBeDefined();
    return status?.routeName ?? '';
  });
  const object = await eventually(() => client.get(resource, { namespace, name }));
  const written = conditionsOf(conditions, (object.metadata.generation ?? 1) - generation + 1, time);
  const gateway = { group: GATEWAYS.group, kind: GATEWAYS.kind, ...GATEWAY };
  const by = { controllerName: CONTROLLER, conditions: written };
  const isSilent = written.length === 0;
  const status =
    of === 'policy'
      ? { ancestors: isSilent ? [] : [{ ancestorRef: gateway, ...by }] }
      : { parents: isSilent ? [] : [{ parentRef: { ...gateway, sectionName: 'http' }, ...by }] };
  await say(resource, { namespace, name }, status);
}

const GOOD = { of: 'route' as const, conditions: ['Accepted', 'ResolvedRefs'].map(good) };

/** Policy that the engine has taken. */
const TAKEN = { of: 'policy' as const, conditions: [good('Accepted')] };

const TIMEOUT = { configuration: { proxyConnectTimeout: 5 } };

it('only the CRDs of an unavailable engine are missing', () => {
  const lacking = ENGINES.filter(({ name, resources }) => resources.length > 0 && !DEFINED.includes(name));
  expect(lacking.map(({ name }) => name)).toEqual(['nginx-gateway-fabric']);
});

describe.each(ENGINES)('the API server stores objects of $name unchanged:', ({ name, resources }) => {
  it.each(outputNames(name))('%s', async (golden) => {
    const { objects } = readOutput(name, golden);
    const known = DEFINED.includes(name) || resources.length === 0 ? objects : objects.slice(0, 1);
    for (const { metadata, ...rest } of known) {
      const resource = [HTTP_ROUTES, GRPC_ROUTES, ...resources].find(({ kind }) => kind === rest.kind);
      if (resource === undefined) {
        throw new Error(`${name} does not name the kind ${rest.kind}`);
      }
      const draft = { ...rest, metadata: { ...metadata, namespace: team.namespace } };
      expect(await client.apply(resource, draft, TESTER, { dryRun: true })).toMatchObject(draft);
    }
  });
});

describe('what an engine reports is told by the rule:', () => {
  const reports = (ENGINE?.reports ?? []).filter(({ of }) => of === 'route' || of === 'policy');

  it.each(reports.map((each, index) => [each.asked, `r${index}`, each] as const))(
    '%s',
    async (_, name, each) => {
      await team.rule(name, { domainName: `${name}.${team.host}`, ...each.http });
      if (each.of === 'policy') {
        await report(name, GOOD);
      }
      await report(name, each);
      for (const [type, expected] of Object.entries(each.rule)) {
        const [status = '', reason] = expected.split(' ');
        await eventually(async () => {
          const { message } = await team.condition(name, type, status, reason);
          expect(message).toContain(each.says?.[type] ?? '');
        });
      }
    },
  );
});

it('a policy that the engine drops after it has taken it is told, and the rule stays ready', async () => {
  await team.rule('dropped', { domainName: `dropped.${team.host}`, ...TIMEOUT });
  await report('dropped', GOOD);
  await report('dropped', TAKEN);
  await team.condition('dropped', 'Ready', 'True');
  await team.condition('dropped', 'FullyExpressed', 'True');
  const conditions = [
    { ...good('Accepted'), status: 'False' as const, reason: 'Conflicted', message: 'an older\none' },
  ];
  await report('dropped', { of: 'policy', conditions });
  const { message } = await team.condition('dropped', 'FullyExpressed', 'False', 'FieldsNotExpressed');
  expect(message).toMatch(/spec\.http\.configuration\.proxyConnectTimeout: .* an older one$/);
  await team.condition('dropped', 'Ready', 'True');
});

it('a report that says the same again leads to no write', async () => {
  for (const name of ['same', 'after']) {
    await team.rule(name, { domainName: `${name}.${team.host}`, ...TIMEOUT });
    await report(name, TAKEN);
  }
  await report('same', GOOD);
  await team.condition('same', 'Ready', 'True');
  const { metadata } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'same' });
  await report('same', GOOD, '2026-11-23T13:00:00Z');
  await report('same', TAKEN, '2026-11-23T13:00:00Z');
  // The operator has seen the reports on the first rule before it has seen this one.
  await report('after', GOOD);
  await team.condition('after', 'Ready', 'True');
  expect(await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'same' })).toMatchObject({
    metadata: { resourceVersion: metadata.resourceVersion },
  });
});

it('a listener moves to a ListenerSet when the engine reports on that, and the set goes with the rule', async () => {
  const { namespace } = team;
  const host = `moves.${team.host}`;
  const listener = httpsListenerName(host);
  const set = { namespace: GATEWAY.namespace, name: listener };
  await team.certificate(1, await issueServer(await createAuthority(), 'moves', [host]));
  await team.rule('moves', { domainName: host, certificateId: 1 });
  const isOnGateway = async () => {
    const { spec } = await client.get(GATEWAYS, GATEWAY);
    return { allowed: spec.allowedListeners, listens: spec.listeners.some(({ name }) => name === listener) };
  };
  await eventually(() => client.get(LISTENER_SETS, set));
  await eventually(async () => expect(await isOnGateway()).toEqual({ allowed: undefined, listens: true }));
  const refused = { ...good('Accepted'), status: 'False' as const, reason: 'NotAllowed' };
  await say(LISTENER_SETS, set, { conditions: conditionsOf([refused], 1) });
  await attach('moves', ['Gateway', 'ListenerSet']);
  await eventually(async () =>
    expect(await isOnGateway()).toEqual({ allowed: { namespaces: { from: 'Same' } }, listens: false }),
  );
  const conditions = conditionsOf(['Accepted', 'Programmed', 'ResolvedRefs'].map(good), 1);
  const listeners = [{ name: listener, attachedRoutes: 1, supportedKinds: [], conditions }];
  await say(LISTENER_SETS, set, { conditions, listeners });
  await attach('moves', ['ListenerSet']);
  await team.condition('moves', 'Programmed', 'True');
  const { metadata } = await client.get(GATEWAY_RULES, { namespace, name: 'moves' });
  await client.delete(GATEWAY_RULES, { namespace, name: 'moves', uid: metadata.uid });
  await eventually(async () =>
    expect(await client.list(LISTENER_SETS, { namespace: GATEWAY.namespace })).toEqual([]),
  );
});

/** Waits until the route of a rule for HTTPS attaches to listeners of these kinds, and reports that it does. */
async function attach(rule: string, kinds: readonly string[]): Promise<void> {
  const { namespace } = team;
  const route = await eventually(async () => {
    const { status } = await client.get(GATEWAY_RULES, { namespace, name: rule });
    const found = await client.get(HTTP_ROUTES, { namespace, name: `${status?.routeName}-tls` });
    expect(found.spec.parentRefs.map(({ kind }) => kind)).toEqual(kinds);
    return found;
  });
  const { generation = 1, name } = route.metadata;
  const conditions = conditionsOf(['Accepted', 'ResolvedRefs'].map(good), generation);
  const parents = route.spec.parentRefs.map((parentRef) => ({
    parentRef,
    controllerName: CONTROLLER,
    conditions,
  }));
  await say(HTTP_ROUTES, { namespace, name }, { parents });
}

describe('the engine that runs', () => {
  it('reports the generation of routes and listeners, on which readiness rests', async () => {
    const { status } = await client.get(GATEWAYS, LOCAL_GATEWAY);
    const [listener] = status?.listeners ?? [];
    for (const type of ['Accepted', 'Programmed']) {
      expect(conditionOf(listener, type)).toMatchObject({
        status: 'True',
        observedGeneration: expect.any(Number),
      });
    }
  });
});
