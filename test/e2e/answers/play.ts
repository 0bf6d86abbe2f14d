import { setTimeout as sleep } from 'node:timers/promises';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { inParallel } from '../../../src/base/parallel.ts';
import { CONFIG_MAPS, SERVICES } from '../../../src/objects/core.ts';
import { ENDPOINT_SLICES } from '../../../src/objects/endpointslice.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { outerAddress } from '../../cluster/support/relay.ts';
import type { Stage } from '../stage.ts';
import { conditionOf, Team } from '../team.ts';
import { meet } from './client.ts';
import { Component } from './component.ts';
import { AUTHORITY, type Endpoints, NAME, type Row, rowsFor, specOf } from './row.ts';

const MANAGER = 'stoa-answers';

/** First port of the gateway for rules for ports. */
const FIRST_PORT = 31_711;

/** Seconds within which `Ready` must agree with what clients meet, and for which it must then stay so. */
const AGREES_S = 5;
const STAYS_MS = 4_000;

/** Milliseconds after which a row has failed. */
const PATIENCE_MS = 30_000;

/** Milliseconds between two looks. */
const PAUSE_MS = 200;

/** Row with what it needs at the cluster. */
interface Scene {
  readonly stage: Stage;
  readonly team: Team;
  readonly row: Row;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly component: Component;
}

/**
 * Plays a matrix of components that cannot answer: `Ready` of the rule of each must agree with what a client meets, and
 * must do so again when the component is mended. Prints a table; returns whether all rows agree in time.
 */
export async function playAnswers(stage: Stage, say: (line: string) => void): Promise<boolean> {
  const team = await Team.open(stage.client);
  const scenes: Scene[] = [];
  try {
    const rows = await prepare(stage, team);
    for (const [index, row] of rows.entries()) {
      const name = `${row.protocol}-${row.cause.replaceAll(' ', '-').toLowerCase()}`;
      const host = `${name}.${team.id}.example.com`;
      const component = await Component.open(row.first);
      scenes.push({ stage, team, row, name, host, port: FIRST_PORT + index, component });
    }
    say('| rule | component | clients meet | Ready | agrees after | mended | agrees after |');
    say('| --- | --- | --- | --- | ---: | --- | ---: |');
    const played = await inParallel(scenes, async (scene) => {
      await expose(scene, scene.row.endpoints);
      await create(scene);
      const bad = await agreement(scene, scene.row.mayAnswer ? 'not-ready' : 'bad');
      await scene.component.become(scene.row.mended);
      await expose(scene, 'ready');
      const good = await agreement(scene, 'good');
      const { protocol, cause } = scene.row;
      say(
        `| ${protocol} | ${cause} | ${bad.met} | ${bad.ready} | ${bad.after} | ${good.ready} | ${good.after} |`,
      );
      return bad.agrees && good.agrees;
    });
    return played.every(Boolean);
  } finally {
    for (const { component } of scenes) {
      await component.close();
    }
    await team.close();
  }
}

async function prepare({ client }: Stage, team: Team): Promise<readonly Row[]> {
  const [authority, another] = await Promise.all([createAuthority(), createAuthority()]);
  const pairs = await Promise.all(
    [authority, another].map(async (each) => {
      const { certificate: cert, key } = await issueServer(each, NAME, [NAME]);
      return { cert, key };
    }),
  );
  const [trusted = { cert: '', key: '' }, other = trusted] = pairs;
  await team.certify('1', await issueServer(authority, '*.example.com', [`*.${team.id}.example.com`]));
  const metadata = { name: AUTHORITY, namespace: team.namespace };
  const data = { 'ca.crt': authority.certificate };
  await client.create(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }, MANAGER);
  return rowsFor({ trusted, other });
}

/** Applies the Service of a row without a selector, and its endpoints. */
async function expose({ stage, team, row, name, component }: Scene, endpoints: Endpoints): Promise<void> {
  const { client } = stage;
  const protocol = row.protocol === 'udp' ? 'UDP' : 'TCP';
  const { port } = component;
  const metadata = { name, namespace: team.namespace };
  const spec = { ports: [{ name: 'main', port, targetPort: port, protocol }] };
  await client.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, spec }, MANAGER);
  const ready = endpoints !== 'not-ready';
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...metadata, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    ports: [{ name: endpoints === 'other-port' ? 'other' : 'main', port, protocol }],
    endpoints:
      endpoints === 'none'
        ? []
        : [{ addresses: [outerAddress()], conditions: { ready, serving: ready, terminating: false } }],
  };
  await client.apply(ENDPOINT_SLICES, slice, MANAGER);
}

async function create({ stage, team, row, name, host, port, component }: Scene): Promise<void> {
  const target = { serviceName: name, containerPort: component.port };
  const spec = specOf(row, target, { host, port });
  const metadata = { name, namespace: team.namespace };
  await stage.client.create(GATEWAY_RULES, { ...GATEWAY_RULE_TYPE, metadata, spec }, MANAGER);
}

/** Word that is wanted: of clients and the rule that all is good or bad, or of the rule alone that it is not ready. */
type Wanted = 'good' | 'bad' | 'not-ready';

/** Answers that clients of a rule meet, what it tells, and the seconds after which both agreed for good. */
interface Agreement {
  readonly met: string;
  readonly ready: string;
  readonly after: string;
  readonly agrees: boolean;
}

/** Compares `Ready` and what clients meet with what is wanted, until both are so for a while. */
async function agreement(scene: Scene, wanted: Wanted): Promise<Agreement> {
  const began = performance.now();
  let since = began;
  for (;;) {
    const { met, ready } = await look(scene);
    const now = performance.now();
    since = areAs(wanted, { met, ready }) ? since : now;
    const isOver = now - began > PATIENCE_MS;
    if (now - since > STAYS_MS || isOver) {
      const seconds = (since - began) / 1000;
      const after = isOver ? 'NEVER' : `${seconds.toFixed(1)} s`;
      return { met, ready, after, agrees: !isOver && seconds <= AGREES_S };
    }
    await sleep(PAUSE_MS);
  }
}

/** Whether clients and the rule tell what is wanted. */
function areAs(wanted: Wanted, { met, ready }: { met: string; ready: string }): boolean {
  const isGood = met === 'ok';
  const isReady = ready.startsWith('True');
  return isReady === (wanted === 'good') && (wanted === 'not-ready' || isGood === isReady);
}

/** Answer that a client meets now, and what the rule tells. */
async function look({ stage, team, row, name, host, port }: Scene) {
  const met = await meet(row.protocol, { gateway: stage.gateway, host, port });
  const rule = await stage.client.get(GATEWAY_RULES, { namespace: team.namespace, name });
  const { status = 'None', reason = '' } = conditionOf(rule, 'Ready') ?? {};
  return { met, ready: `${status} ${reason}`.trim() };
}
