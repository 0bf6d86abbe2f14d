import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { stringify } from 'yaml';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { repository } from '../../deploy/local/repository.ts';
import { parseConfig } from '../../src/config.ts';
import { partsLackingIn } from '../../src/engines/schema.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { publishedSchemas } from '../../src/kube/openapi.ts';
import { apiVersionOf } from '../../src/kube/resource.ts';
import { GATEWAY_CLASSES } from '../../src/objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { createOperator, type Operator } from '../../src/operator/operator.ts';
import { createSchemaCheck } from '../../src/operator/schemacheck.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { eventually } from '../support/eventually.ts';
import { metric } from '../support/metrics.ts';
import {
  addField,
  type Crd,
  crdIn,
  crdOf,
  removeField,
  schemaAt,
  YAML_OF_KUBECTL,
} from '../support/newercrd.ts';
import { silentProgress } from '../support/progress.ts';
import { standIn } from '../support/standin.ts';
import { run } from './support/cli.ts';
import { connect, TESTER, Team } from './support/world.ts';

const PLUGIN = join(import.meta.dirname, '../../bin/kubectl-stoa');

let plane: GatewayPlane;
let client: KubeClient;
let folder: string;
let operator: Operator;
let running: Promise<unknown> | undefined;
let registry = new Registry();
let stop = new AbortController();

/** A cluster of its own, whose CRDs are those of other versions. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-skew-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  client = await connect(plane.kubeconfig);
  await startOperator();
});

/** Starts an operator, in place of the one that runs. */
async function startOperator(
  others: { readonly name?: string; readonly className?: string } = {},
): Promise<void> {
  await stopOperator();
  const { ca, server } = plane.access;
  const headers = { Authorization: `Bearer ${plane.operatorToken}` };
  const { http, https } = plane.ports;
  const ports = { http: { port: http }, https: { port: https } };
  const gateway = { namespace: 'stoa-system', name: 'stoa', ...ports, ...others };
  stop = new AbortController();
  registry = new Registry();
  operator = createOperator({
    access: { server, credentials: async () => ({ ca, headers }) },
    config: parseConfig(stringify({ gateway, operator: { leaderElection: { enabled: false } } }), 'test'),
    log: createLog('silent'),
    registry,
  });
  running = operator.run(stop.signal);
}

async function stopOperator(): Promise<void> {
  stop.abort();
  await running;
}

afterAll(async () => {
  await stopOperator();
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

function kubectl(args: readonly string[], input?: string) {
  return run(inject('cluster').kubectl, [`--kubeconfig=${plane.kubeconfig}`, ...args], input);
}

/** Applies a CRD in place of that of this version, and waits until the API server takes objects by it. */
async function applyCrd(crd: Crd): Promise<void> {
  const applied = await kubectl(
    ['apply', '--server-side', '--force-conflicts', '--filename=-'],
    stringify(crd, { ...YAML_OF_KUBECTL, aliasDuplicateObjects: false }),
  );
  expect(applied).toMatchObject({ code: 0, stderr: '' });
}

/** Differences between the CRDs of the cluster and this version, in words. */
async function skews(): Promise<readonly string[]> {
  const check = createSchemaCheck(new Registry(), createLog('silent'));
  await check.run(client);
  return check.skews().map(({ text }) => text);
}

/** Waits until the API server publishes schemas of HTTPRoutes that lack some parts. */
async function published(lacking: readonly string[]): Promise<void> {
  await eventually(async () => {
    const schemas = await publishedSchemas(client, HTTP_ROUTES);
    expect(partsLackingIn(schemas?.get(HTTP_ROUTES.kind))).toEqual(lacking);
  });
}

async function teamWithComponent(): Promise<Team> {
  const team = await Team.create(client);
  await team.component('web');
  await standIn(client, { name: 'web', portName: 'http', namespace: team.namespace });
  return team;
}

/** Status of the answer to one request through the gateway. */
async function statusOf(host: string, method: 'GET' | 'PUT' = 'GET'): Promise<number> {
  const { hostname } = new URL(plane.access.server);
  const url = `http://${hostname}:${plane.ports.http}/`;
  const { statusCode, body } = await request(url, { method, headers: { host } });
  await body.dump();
  return statusCode;
}

/** The HTTPRoutes of a team, as far as traffic depends on them. */
async function routesOf({ namespace }: Team): Promise<unknown> {
  const routes = await client.list(HTTP_ROUTES, { namespace });
  return routes.map(({ metadata, spec }) => ({ uid: metadata.uid, generation: metadata.generation, spec }));
}

/** Edits a rule as a client that knows what a later version has. */
async function edit({ namespace }: Team, name: string, patch: readonly object[]): Promise<void> {
  const { code, stderr } = await kubectl([
    'patch',
    `gatewayrules.stoa.dev/${name}`,
    `--namespace=${namespace}`,
    '--type=json',
    `--patch=${JSON.stringify(patch)}`,
  ]);
  expect([code, stderr]).toEqual([0, '']);
}

describe('under CRDs of a later version', () => {
  let team: Team;

  beforeAll(async () => {
    const crd = await crdOf('gatewayrules');
    const text = { type: 'string', description: 'A field of a later version.' };
    addField(crd, 'spec.audience', text);
    addField(crd, 'spec.http.policy.futureGuard', { ...text, type: 'object', properties: { name: text } });
    addField(crd, 'spec.http.policy.match.futureMatch', text);
    addField(crd, 'spec.http.configuration.proxyFuture', text);
    const methods = schemaAt(crd, 'spec.http.policy.match.methods').items;
    methods?.enum?.push('QUERY');
    await applyCrd(crd);
    team = await teamWithComponent();
  });

  it.each<[string, readonly object[], string]>([
    [
      'a guard',
      [{ op: 'add', path: '/spec/http/policy/futureGuard', value: { name: 'x' } }],
      'spec.http.policy.futureGuard',
    ],
    [
      'a condition',
      [{ op: 'add', path: '/spec/http/policy/match/futureMatch', value: 'x' }],
      'spec.http.policy.match.futureMatch',
    ],
    [
      'a word of a condition',
      [{ op: 'add', path: '/spec/http/policy/match/methods/-', value: 'QUERY' }],
      'spec.http.policy.match.methods.1',
    ],
    ['a member beside its part', [{ op: 'add', path: '/spec/audience', value: 'x' }], 'spec.audience'],
  ])(
    'a rule that gets %s keeps its route, and one that has it from the start gets none',
    async (what, patch, field) => {
      const name = what.replaceAll(' ', '-');
      const host = `${name}.${team.host}`;
      const policy = { match: { methods: ['GET' as const] } };
      await team.rule(name, { domainName: host, policy });
      await team.condition(name, 'Ready', 'True');
      const before = await routesOf(team);
      await edit(team, name, patch);
      const { message } = await team.condition(name, 'Ready', 'False', 'UnknownFields');
      expect(message).toContain(field);
      expect(await routesOf(team)).toEqual(before);
      expect([await statusOf(host), await statusOf(host, 'PUT')]).toEqual([200, 404]);

      const { namespace } = team;
      const { spec } = await client.get(GATEWAY_RULES, { namespace, name });
      const fresh = { ...spec, http: { ...spec.http, domainName: `new.${host}` } };
      const draft = { ...GATEWAY_RULE_TYPE, metadata: { name: `${name}-new`, namespace }, spec: fresh };
      await client.create(GATEWAY_RULES, draft, TESTER);
      await team.condition(`${name}-new`, 'Ready', 'False', 'UnknownFields');
      expect(await statusOf(`new.${host}`)).toBe(404);
      expect(await routesOf(team)).toEqual(before);
    },
  );

  it('a rule goes on without a setting, and names it', async () => {
    const host = `setting.${team.host}`;
    await team.rule('setting', {
      domainName: host,
      configuration: { setHeaders: [{ key: 'X-A', value: 'b' }] },
    });
    await edit(team, 'setting', [{ op: 'add', path: '/spec/http/configuration/proxyFuture', value: 'x' }]);
    await team.condition('setting', 'Ready', 'True');
    const { message } = await team.condition('setting', 'FullyExpressed', 'False');
    expect(message).toContain('spec.http.configuration.proxyFuture: this version of Stoa does not know');
    await eventually(async () => expect(await statusOf(host)).toBe(200));
  });

  it('a rule goes on as its spec says when the field has gone', async () => {
    const host = `back.${team.host}`;
    await team.rule('back', { domainName: host, policy: { match: { methods: ['GET'] } } });
    await team.condition('back', 'Ready', 'True');
    await edit(team, 'back', [{ op: 'add', path: '/spec/audience', value: 'x' }]);
    await team.condition('back', 'Ready', 'False', 'UnknownFields');
    await edit(team, 'back', [
      { op: 'remove', path: '/spec/audience' },
      { op: 'remove', path: '/spec/http/policy' },
    ]);
    await team.condition('back', 'Ready', 'True');
    await eventually(async () => expect(await statusOf(host, 'PUT')).toBe(200));
  });
});

describe('under CRDs of an earlier version', () => {
  it('a status is written without the fields that its CRD lacks, and the CRD is told', async () => {
    const crd = await crdOf('gatewayrules');
    removeField(crd, 'status.protocol');
    const conditions = schemaAt(crd, 'status.conditions').items;
    delete conditions?.properties?.fields;
    await applyCrd(crd);
    await eventually(async () =>
      expect(await skews()).toEqual([
        expect.stringMatching(
          /gatewayrules.stoa.dev is older .* it lacks status.protocol, status.conditions\[\].fields/,
        ),
      ]),
    );
    const { code, stdout } = await run(PLUGIN, ['version', `--kubeconfig=${plane.kubeconfig}`]);
    expect([code, stdout.split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(
          /^applications\.stoa\.dev: schema [0-9a-f]{16}, and the CRD has all fields of it and no other$/,
        ),
        expect.stringContaining('gatewayrules.stoa.dev is older'),
        expect.stringMatching(/^marketinstalls\.stoa\.dev: schema/),
        '',
      ],
    ]);
    const team = await teamWithComponent();
    const host = `older.${team.host}`;
    await team.rule('older', { domainName: host, theWeight: 7 });
    await team.condition('older', 'Ready', 'True');
    await team.condition('older', 'FullyExpressed', 'False', 'FieldsNotExpressed');
    await eventually(async () => expect(await statusOf(host)).toBe(200));
    const { status } = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'older' });
    expect(status).toMatchObject({ name: host, observedGeneration: 1 });
    expect(status).not.toHaveProperty('protocol');
    expect(await metric(registry, 'stoa_status_fields_left_out', { field: 'status.protocol' })).toBe(1);
  });

  it('a rule whose guard the CRD does not show keeps its route until the CRD shows it', async () => {
    await applyCrd(await crdOf('gatewayrules'));
    const team = await teamWithComponent();
    const host = `pruned.${team.host}`;
    await team.rule('pruned', { domainName: host, policy: { allow: ['203.0.113.0/24'] } });
    await team.condition('pruned', 'Ready', 'True');
    await eventually(async () => expect(await statusOf(host)).toBe(403));
    const before = await routesOf(team);
    const older = await crdOf('gatewayrules');
    removeField(older, 'spec.http.policy');
    await applyCrd(older);
    // The operator of a fresh start sees the rule by the older CRD only.
    await startOperator();
    const { message } = await team.condition('pruned', 'Ready', 'False', 'UnknownFields');
    expect(message).toContain('spec.http.policy: the API server does not show the field');
    expect([await routesOf(team), await statusOf(host)]).toEqual([before, 403]);
  });
});

describe('under an older Gateway API', () => {
  it('a rule is served without the filter that its HTTPRoutes lack, for an engine that has no other means', async () => {
    await applyCrd(await crdOf('gatewayrules'));
    const file = join(repository.gatewayApiCrds, 'gateway.networking.k8s.io_httproutes.yaml');
    const newest = await crdIn(file);
    const older = structuredClone(newest);
    const filters = schemaAt(older, 'spec.rules').items?.properties?.filters?.items;
    delete filters?.properties?.cors;
    delete filters?.['x-kubernetes-validations'];
    await applyCrd(older);
    await published(['cors']);
    const other = { name: 'other', className: 'other' };
    await client.create(
      GATEWAY_CLASSES,
      {
        apiVersion: apiVersionOf(GATEWAY_CLASSES),
        kind: GATEWAY_CLASSES.kind,
        metadata: { name: other.className },
        spec: { controllerName: 'example.com/other' },
      },
      TESTER,
    );
    await startOperator(other);
    const team = await teamWithComponent();
    const policy = {
      cors: { allowOrigins: ['https://shop.example.com'] },
      responseHeaders: { set: [{ key: 'x-kept', value: 'b' }] },
    };
    await team.rule('older-api', { domainName: `older-api.${team.host}`, policy });
    const text = await eventually(async () => {
      const routes = JSON.stringify(await routesOf(team));
      expect(routes).toContain('x-kept');
      return routes;
    });
    expect(text).not.toContain('cors');
    await applyCrd(newest);
    await published([]);
    await startOperator(other);
    await eventually(async () => expect(JSON.stringify(await routesOf(team))).toContain('"cors"'));
    await startOperator();
  });
});

it('a CRD that is missing is named, and keeps the operator from being ready', async () => {
  const { code, stderr } = await kubectl(['delete', 'crd', 'gatewayrules.stoa.dev', '--wait=true']);
  expect([code, stderr]).toEqual([0, '']);
  await eventually(async () =>
    expect(await skews()).toEqual([expect.stringContaining('gatewayrules.stoa.dev is missing')]),
  );
  await eventually(() =>
    expect(operator.unready()).toContainEqual(
      expect.stringContaining('does not serve gatewayrules.stoa.dev: is its CRD there?'),
    ),
  );
  await applyCrd(await crdOf('gatewayrules'));
  await eventually(() => expect(operator.unready()).toEqual([]));
});
