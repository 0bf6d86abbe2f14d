import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { renderChart } from '../../deploy/package/render.ts';
import { parseConfig } from '../../src/config.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { HTTP_ROUTES } from '../../src/objects/httproute.ts';
import { GATEWAY_RULES, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { DEPLOYMENTS } from '../../src/objects/workload.ts';
import { createOperator, type Operator } from '../../src/operator/operator.ts';
import { createLog } from '../../src/telemetry/process.ts';
import { oneByOne, operatorNeeds, retireNeeds, rightsOf, rolesIn, words } from '../support/access.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';
import { standIn } from '../support/standin.ts';
import { app, templateOf } from '../support/template.ts';
import { run } from './support/cli.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

/** The release whose operator may work only in the namespaces of two teams. */
const RELEASE = 'few';

let plane: GatewayPlane;
let client: KubeClient;
let folder: string;
let watched: readonly [Team, Team];
let other: Team;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-namespaced-'));
  plane = await startGatewayPlane({ stateDir: folder, progress: silentProgress });
  client = await connect(plane.kubeconfig);
  watched = [await Team.create(client), await Team.create(client)];
  other = await Team.create(client);
  const applied = await kubectl(
    ['apply', '--server-side', '--filename=-'],
    await rendered('access/operator'),
  );
  expect(applied).toMatchObject({ code: 0, stderr: '' });
});

afterAll(async () => {
  await plane.stop();
  await rm(folder, { recursive: true, force: true });
});

function kubectl(args: readonly string[], input?: string) {
  return run(inject('cluster').kubectl, [`--kubeconfig=${plane.kubeconfig}`, ...args], input);
}

/** The chart's output for one template, or all, for the two namespaces and without cluster-wide objects. */
async function rendered(template?: string): Promise<string> {
  const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
  const names = watched.map(({ namespace }) => namespace).join();
  return renderChart({
    helm,
    release: RELEASE,
    args: [
      `--set=config.operator.watchNamespaces={${names}}`,
      '--set=rest.enabled=false',
      '--set=teamRoles.enabled=false',
      '--set=namePolicy.enabled=false',
      '--set=secretPolicy.enabled=false',
      ...(template === undefined ? [] : [`--show-only=templates/${template}.yaml`]),
    ],
  });
}

/** Runs an operator as the release's account while `work` lasts. */
async function whileOperating(
  namespaces: readonly string[],
  work: (operator: Operator) => Promise<void>,
): Promise<void> {
  const token = await kubectl(['create', 'token', `${RELEASE}-operator`, '--namespace=stoa-system']);
  const { ca, server } = plane.access;
  const headers = { Authorization: `Bearer ${token.stdout.trim()}` };
  const operator = createOperator({
    access: { server, credentials: async () => ({ ca, headers }) },
    config: parseConfig(
      `
      gateway: { namespace: stoa-system, name: stoa, controllerName: traefik.io/gateway-controller }
      operator: { watchNamespaces: [${namespaces}], leaderElection: { leaseName: ${RELEASE}-operator } }
      market:
        stores: [127.0.0.1]
        mirrors: { docker.io: mirror.example.com/hub, quay.io/acme: "mirror.example.com:5000/acme" }
      `,
      'test',
    ),
    log: createLog('silent'),
    registry: new Registry(),
  });
  const stop = new AbortController();
  const ended = operator.run(stop.signal);
  try {
    await work(operator);
  } finally {
    stop.abort();
    await ended;
  }
}

it('the chart grants the required permissions in Roles only, and has no cluster-wide object', async () => {
  const roles = rolesIn(await rendered());
  expect(roles.filter(({ kind }) => kind !== 'Role')).toEqual([]);
  const names = watched.map(({ namespace }) => namespace);
  const granted = (account: RegExp) =>
    rightsOf(roles.filter(({ metadata }) => account.test(metadata.name))).map(words);
  const needed = (needs: ReturnType<typeof operatorNeeds>) => oneByOne(needs).map(words);
  expect(granted(/-operator/).toSorted()).toEqual(needed(operatorNeeds(names, RELEASE)).toSorted());
  expect(granted(/-retire/).toSorted()).toEqual(needed(retireNeeds(names, RELEASE)).toSorted());
  expect(await rendered()).not.toMatch(/^kind: (Cluster|ValidatingAdmission)/m);
});

it('with these Roles an operator reconciles rules and installs there, and nothing elsewhere', async () => {
  const [team, second] = watched;
  const shop = await Shop.open();
  await shop.offer('shop', '1.0', templateOf([app('cart')]));
  const elsewhere = new Install(client, other, shop, 'shop', { deploy: false });
  const install = new Install(client, second, shop, 'shop', { deploy: false });
  for (const each of [other, team]) {
    await each.component('web');
    await standIn(client, { name: 'web', portName: 'http', namespace: each.namespace });
    // The message about this setting shows that the operator knows the engine without reading a GatewayClass.
    await each.rule('r', { configuration: { proxyBodySize: 1 } });
  }
  await elsewhere.apply();
  await install.apply();
  await whileOperating(
    watched.map(({ namespace }) => namespace),
    async (operator) => {
      await team.condition('r', 'Ready', 'True');
      expect(await team.condition('r', 'FullyExpressed', 'False')).toMatchObject({
        message: expect.stringContaining('Traefik reads each request'),
      });
      await install.condition('Ready', 'True');
      await eventually(() => expect(operator.unready()).toEqual([]));
      const { namespace } = other;
      expect(await client.list(HTTP_ROUTES, { namespace })).toEqual([]);
      expect((await client.get(GATEWAY_RULES, { namespace, name: 'r' })).status).toBeUndefined();
      expect((await client.get(MARKET_INSTALLS, { namespace, name: 'shop' })).status).toBeUndefined();
      // A watch reports it, not a list.
      await second.component('web');
      await standIn(client, { name: 'web', portName: 'http', namespace: second.namespace });
      await second.rule('later');
      await second.condition('later', 'Ready', 'True');
      await install.remove();
    },
  );
  await shop.close();
});

it('nodes pull the images of installs from the mirrors of the configuration', async () => {
  const [team] = watched;
  const shop = await Shop.open();
  const images = [
    'short:1',
    'team/short:1',
    'index.docker.io/team/long:2',
    'quay.io/acme/web:3',
    'quay.io/own:4',
  ];
  await shop.offer(
    'shop',
    '1.0',
    templateOf(images.map((share_image, at) => app(`c${at}`, { share_image }))),
  );
  const install = new Install(client, team, shop, 'shop', {
    deploy: false,
    overrides: [{ component: 'c4', image: 'mine' }],
  });
  await install.apply();
  await whileOperating([team.namespace], async () => {
    await install.condition('Ready', 'True');
    const made = await client.list(DEPLOYMENTS, { namespace: team.namespace });
    const used = made.flatMap(({ metadata, spec }) =>
      metadata.name.startsWith('shop-') ? [spec.template?.spec.containers[0]?.image] : [],
    );
    expect(used).toEqual([
      'mirror.example.com/hub/library/short:1',
      'mirror.example.com/hub/team/short:1',
      'mirror.example.com/hub/team/long:2',
      'mirror.example.com:5000/acme/web:3',
      'mirror.example.com/hub/library/mine',
    ]);
    await install.remove();
  });
  await shop.close();
});

it('a namespace without permissions is left out and named, and the others continue', async () => {
  const [team] = watched;
  await whileOperating([team.namespace, other.namespace], async (operator) => {
    await team.rule('meanwhile', { domainPath: '/meanwhile' });
    await team.condition('meanwhile', 'Ready', 'True');
    await eventually(() =>
      expect(operator.unready()).toEqual(
        expect.arrayContaining([
          `namespace ${other.namespace} is left out: not all in it may be read`,
          `may not list gatewayrules.stoa.dev in ${other.namespace}`,
          `may not get namespaces in ${other.namespace}`,
          `may not patch gatewayrules/status.stoa.dev in ${other.namespace}`,
        ]),
      ),
    );
    expect(operator.stuck()).toEqual([]);
  });
});
