import { EXAMPLE_HOST, EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import { until } from '../until.ts';
import { moveAndRestart } from './autoscale.ts';
import { CHART_HOST, installChart, upgradeChart } from './charts.ts';
import { exampleObjects } from './example.ts';
import { EXPOSED, type ExposedRest, encrypt, expose, REST_HOST } from './expose.ts';
import { loadImages } from './images.ts';
import { leftovers, remains } from './leftovers.ts';
import { expectNoFinalizer, installed, installReady, marketObjects } from './market.ts';
import { ORDERS } from './orders.ts';
import { imagesOf, killLeader, restarts, slowestStart, stoaPods } from './pods.ts';
import { ReadyWatch } from './readywatch.ts';
import { install, RELEASE, test, uninstall, uninstallKinds, upgrade } from './release.ts';
import { answers, createByRest, gatewayUrl, ruleFor, rulesReady } from './rules.ts';
import type { ShippedCluster } from './shippedcluster.ts';
import type { RunStep } from './step.ts';
import { UserTraffic } from './usertraffic.ts';

/** Requests that users send at least while pods of the chart come and go. */
const REQUESTS = 10_000;

/**
 * Installs Stoa, uses it, kills, upgrades and uninstalls it, while users send requests. Then installs it again for each
 * other order of removal. Throws at any deviation.
 */
export async function story(world: ShippedCluster, step: RunStep): Promise<void> {
  await step('load the images', () => loadImages(world.where, world.shipment.archives));
  const url = await installAndUse(world, step);
  await step('install a chart', () => installChart(world, url));
  await step('scale, restart and upgrade the chart under traffic', () => upgradeUnderTraffic(world, url));
  await step('helm test', () => test(world));
  const pulse = new UserTraffic(url, EXAMPLE_HOST);
  try {
    await changeUnderTraffic(world, step, pulse, url);
  } finally {
    await pulse.stop();
  }
  await step('delete rules and installs without Stoa', () => deleteWithoutStoa(world));
  await step('uninstall the CRDs, delete the namespaces', async () => {
    await uninstallKinds(world);
    return removeNamespaces(world);
  });
  for (const { name, order } of ORDERS) {
    await installAndUse(world, step);
    await step(name, async () => {
      await order(world);
      return removeNamespaces(world);
    });
  }
}

/** Installs Stoa, and uses it for the example; returns the URL of its Gateway. */
async function installAndUse(world: ShippedCluster, step: RunStep): Promise<string> {
  await step('install the charts', async () => {
    await install(world);
    const pods = await stoaPods(world);
    return `those of ${world.shipment.source}: ${pods.length} pods of ${imagesOf(pods)}, ready at most ${slowestStart(pods)} s after their start`;
  });
  const url = await step('run the example', async () => {
    await world.apply(exampleObjects());
    await rulesReady(world);
    const address = await gatewayUrl(world);
    await answers(address, EXAMPLE_HOST);
    return address;
  });
  await step('install an application', async () => {
    await world.apply(marketObjects());
    await installReady(world);
    await rulesReady(world);
    return `${await installed(world)} is Ready`;
  });
  return url;
}

/** Moves, restarts and upgrades the pods of the chart, while users send requests and no rule may cease to be Ready. */
async function upgradeUnderTraffic(world: ShippedCluster, url: string): Promise<string> {
  const pulse = new UserTraffic(url, CHART_HOST);
  const watch = new ReadyWatch(world.client, EXAMPLE_NAMESPACE);
  try {
    const moves = await moveAndRestart(world, () => pulse.answered >= REQUESTS);
    const result = await upgradeChart(world);
    return `${moves} moves of an autoscaler, as many restarts, ${result}; ${watch.steady()}; ${pulse.takeUnharmed()}`;
  } finally {
    await Promise.all([pulse.stop(), watch.stop()]);
  }
}

/** Deletes the namespaces, and waits until nothing is left. */
async function removeNamespaces(world: ShippedCluster): Promise<string> {
  const namespaces = [RELEASE.namespace, EXAMPLE_NAMESPACE];
  await world.kubectl('delete', 'namespace', ...namespaces, '--ignore-not-found', '--timeout=120s');
  await until('nothing of Stoa is left', () => leftovers(world));
  return 'nothing is left';
}

/** Performs all actions that must not cost a single request. */
async function changeUnderTraffic(
  world: ShippedCluster,
  step: RunStep,
  pulse: UserTraffic,
  url: string,
): Promise<void> {
  const unharmed = (name: string, work: () => Promise<string>) =>
    step(name, async () => {
      const result = await work();
      return `${result}; ${pulse.takeUnharmed()}`;
    });
  let rest: ExposedRest = { gateway: url, ca: '' };
  await unharmed('expose the REST API by a rule of the chart', async () => {
    rest = await expose(world, url);
    return `${REST_HOST} answers by HTTPS, and redirects HTTP`;
  });
  await unharmed('encrypt behind the gateway too', async () => {
    await encrypt(world, rest);
    return 'it answers by TLS, whose certificate the gateway verifies';
  });
  await unharmed('create a rule through the REST API at the gateway', async () => {
    await createByRest(world, rest, 'new.example.com');
    await rulesReady(world);
    await answers(url, 'new.example.com');
    return 'new.example.com responds';
  });
  await unharmed('kill the leading operator', async () => {
    const seconds = await killLeader(world);
    await world.apply([ruleFor('after-kill', 'after-kill.example.com')]);
    await answers(url, 'after-kill.example.com');
    await until(
      'its container is restarted',
      async () => (restarts(await stoaPods(world)) === 0 ? ['no container was restarted'] : []),
      60_000,
    );
    return `an operator leads again after ${seconds.toFixed(1)} s, and the container was restarted`;
  });
  await unharmed('upgrade', async () => {
    await upgrade(world, EXPOSED);
    await createByRest(world, rest, 'still.example.com');
    await world.apply([ruleFor('after-upgrade', 'after-upgrade.example.com')]);
    await rulesReady(world);
    await answers(url, 'after-upgrade.example.com');
    const pods = await stoaPods(world);
    return `${pods.length} pods of ${imagesOf(pods)}, ${restarts(pods)} restarts`;
  });
  await unharmed('uninstall', () => uninstallAlone(world));
}

/** Uninstalls Stoa without the objects of its users. */
async function uninstallAlone(world: ShippedCluster): Promise<string> {
  const before = await installed(world);
  await uninstall(world);
  await until('nothing of the release remains', () => remains(world), 60_000);
  await expectNoFinalizer(world);
  const after = await installed(world);
  if (after.length === 0 || after.length !== before.length) {
    throw new Error(`of the installed workloads, ${after} remain`);
  }
  return `routes still carry traffic, ${after} still runs, no finalizer is left`;
}

async function deleteWithoutStoa(world: ShippedCluster): Promise<string> {
  const { kubectl } = world;
  const place = `--namespace=${EXAMPLE_NAMESPACE}`;
  await kubectl('delete', 'gatewayrules,marketinstalls', '--all', place, '--timeout=30s');
  await until('their objects are gone', async () => {
    const routes = await kubectl('get', 'httproutes', place, '--output=name');
    return [...routes.split('\n').filter((name) => name !== ''), ...(await installed(world))];
  });
  return 'they and their objects are gone';
}
