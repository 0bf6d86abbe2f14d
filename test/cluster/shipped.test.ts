import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { repository } from '../../deploy/local/repository.ts';
import { BASE } from '../../deploy/package/render.ts';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import { LEASES } from '../../src/controller/lease.ts';
import { FINALIZER } from '../../src/install/remove/finalizer.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { CONFIG_MAPS } from '../../src/objects/core.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { PODS } from '../../src/objects/workload.ts';
import { UserTraffic } from '../e2e/shipped/usertraffic.ts';
import { openNode } from '../faults/node.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { app, templateOf } from '../support/template.ts';
import { run } from './support/cli.ts';
import { storing } from './support/models.ts';
import { Release, type Worker } from './support/release.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, TESTER, Team } from './support/world.ts';

let folder: string;
let plane: GatewayPlane;
let client: KubeClient;
let node: Awaited<ReturnType<typeof openNode>>;
let shop: Shop;
let release: Release;
let program: string;
/** Running operators of the test; each test begins and ends without any. */
let operators: Worker[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-shipped-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  client = await connect(plane.kubeconfig);
  node = await openNode(client);
  shop = await Shop.open();
  await shop.offer('shop', '1.0', templateOf([app('web', storing('pictures'))]));
  release = await Release.open(plane, client, folder);
  program = (await ensureBinaries({ names: ['kubectl'], progress: silentProgress })).kubectl;
});

afterEach(stopOperators);

afterAll(async () => {
  await shop.close();
  await node.close();
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

async function stopOperators(): Promise<void> {
  await Promise.all(operators.map((operator) => operator.stop()));
  operators = [];
}

async function kubectl(...args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(program, [`--kubeconfig=${plane.kubeconfig}`, ...args]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
}

/** Installs Stoa and uses it: a team has a rule that carries traffic, and a completed install. */
async function used(
  some: Partial<MarketInstallSpec> = {},
): Promise<{ readonly team: Team; readonly install: Install }> {
  await release.install();
  operators.push(await release.operator());
  const team = await Team.create(client);
  await team.component('web');
  await team.rule('shop');
  const install = new Install(client, team, shop, 'shop');
  await install.apply('1.0', some);
  await team.condition('shop', 'Ready', 'True');
  await install.condition('Ready', 'True');
  return { team, install };
}

/** Kinds that the install of `used` creates; the second remains after its deletion. */
const MADE = ['Deployment', 'PersistentVolumeClaim'];
const KEPT = MADE.slice(1);

/** Those kinds of `MADE` that an install has created. */
async function madeIn({ namespace }: Team): Promise<readonly string[]> {
  const contents = await contentsOf(client, namespace);
  const own = contents.filter((each) => each !== 'Deployment web').map((each) => each.split(' ')[0] ?? '');
  return own.filter((kind) => MADE.includes(kind));
}

async function finalizersIn({ namespace }: Team): Promise<readonly string[]> {
  const installs = await client.list(MARKET_INSTALLS, { namespace });
  expect(installs).toHaveLength(1);
  return installs.flatMap(({ metadata }) => metadata.finalizers ?? []);
}

/** Objects that an operator, not the chart, has created beside it. */
const OWN = [`Lease ${BASE.release}-operator`, `ConfigMap ${BASE.release}-operator-names`];

/** Those of `OWN` that exist. */
async function own(): Promise<readonly string[]> {
  const lists = await Promise.all(
    [LEASES, CONFIG_MAPS].map((each) => client.list<KubeObject>(each, { namespace: BASE.namespace })),
  );
  const names = lists.flat().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  return OWN.filter((each) => names.includes(each));
}

// There is no older chart: the upgrade starts from the same chart with other values.
it('an upgrade costs no request, and the next operator continues', async () => {
  const { team } = await used();
  const pulse = new UserTraffic(
    `http://${new URL(plane.access.server).hostname}:${plane.ports.http}/`,
    team.host,
  );
  await eventually(() => expect(pulse.takeUnharmed()).toContain('none failed'));
  await release.upgrade('--set=image.tag=next', '--set=config.operator.drainSeconds=5');
  const [before] = operators;
  operators.push(await release.operator());
  await before?.stop();
  await team.rule('next', { domainPath: '/next' });
  await team.condition('next', 'Ready', 'True');
  await pulse.stop();
  expect(pulse.takeUnharmed()).toContain('none failed');
  await stopOperators();
  await release.uninstall();
});

describe('nothing is left, and nothing hangs', () => {
  it('if Stoa is removed first: its installs keep running, and can be deleted without it', async () => {
    const { team, install } = await used({ volumesOnDelete: 'delete' });
    expect(await finalizersIn(team)).toEqual([FINALIZER]);
    await kubectl('delete', 'gatewayrule', 'shop', `--namespace=${team.namespace}`);
    await eventually(async () => expect(await own()).toEqual(OWN));
    await release.uninstall();
    await stopOperators();
    await kubectl('apply', '-k', join(repository.root, 'deploy/retire'));
    await release.retire();
    expect(await finalizersIn(team)).toEqual([]);
    expect(await own()).toEqual([]);
    expect(await madeIn(team)).toEqual(MADE);
    await install.remove();
    await eventually(async () => expect(await madeIn(team)).toEqual(MADE.slice(1)));
  });

  it('if an install is deleted before Stoa is retired', async () => {
    const { team, install } = await used();
    await release.uninstall();
    await stopOperators();
    const { uid } = (await install.get()).metadata;
    await client.delete(MARKET_INSTALLS, { namespace: team.namespace, name: install.name, uid });
    expect(await finalizersIn(team)).toEqual([FINALIZER]);
    await kubectl('apply', '-k', join(repository.root, 'deploy/retire'));
    await release.retire();
    await eventually(async () => {
      expect(await client.list(MARKET_INSTALLS, { namespace: team.namespace })).toEqual([]);
      expect(await madeIn(team)).toEqual(KEPT);
    });
  });

  it('if the CRDs are deleted first: the objects of the installs are deleted with them', async () => {
    const { team } = await used();
    await kubectl('delete', `--filename=${repository.crds}`);
    await eventually(async () => {
      expect(await madeIn(team)).toEqual(KEPT);
      expect(await client.list(HTTP_ROUTES, { namespace: team.namespace })).toEqual([]);
      expect(await own()).toEqual(OWN);
    });
    await release.uninstall();
    await stopOperators();
    await kubectl('apply', '-k', join(repository.root, 'deploy/retire'));
    await release.retire();
    expect(await own()).toEqual([]);
    await kubectl('apply', `--filename=${repository.crds}`);
    await kubectl('wait', '--for=condition=Established', `--filename=${repository.crds}`);
  });

  it('if its namespace is deleted first: the ending operator removes its finalizers', async () => {
    const { team } = await used();
    const { namespace } = BASE;
    // Represents the pod of the operator, which keeps its namespace, and with it its permissions, until it has ended.
    const metadata = { name: 'operator', namespace, finalizers: ['test.example.com/ends'] };
    const security = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
    const spec = {
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [{ name: 'operator', image: 'stoa', securityContext: security }],
    };
    await client.create(PODS, { apiVersion: 'v1', kind: 'Pod', metadata, spec }, TESTER);
    await kubectl('delete', 'namespace', namespace, '--wait=false');
    await stopOperators();
    expect(await finalizersIn(team)).toEqual([]);
    expect(await madeIn(team)).toEqual(MADE);
    const patch = ['--type=merge', '--patch={"metadata":{"finalizers":null}}'];
    await kubectl('patch', 'pod', 'operator', `--namespace=${namespace}`, ...patch);
    await kubectl('wait', '--for=delete', `namespace/${namespace}`, '--timeout=60s');
  });
});
