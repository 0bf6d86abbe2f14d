import { exampleHost, exampleNamespace } from '../../../deploy/local/cluster/examples.ts';
import { until } from '../until.ts';
import { exampleObjects } from './example.ts';
import { loadImage, STOA_IMAGES } from './images.ts';
import { leftovers } from './leftovers.ts';
import { imagesOf, killLeader, restarts, slowestStart, stoaPods } from './pods.ts';
import { Pulse } from './pulse.ts';
import { install, RELEASE, uninstall, uninstallKinds, upgrade } from './release.ts';
import { answers, createByRest, gatewayUrl, ruleFor, rulesReady } from './rules.ts';
import type { World } from './world.ts';

/** Does a part of the story under its name, and tells what it returns. */
export type Tell = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Installs Stoa, uses it, kills, upgrades and uninstalls it; users send requests all the while. Throws where anything is not as promised. */
export async function story(world: World, archive: string, tell: Tell): Promise<void> {
  const [first, second] = STOA_IMAGES;
  await tell('load the image', () => loadImage(world.where, archive));
  await tell('install the charts', async () => {
    await install(world, first);
    const pods = await stoaPods(world);
    return `${pods.length} pods of ${imagesOf(pods)}, ready ${slowestStart(pods)} s after their start at the latest`;
  });
  const url = await tell('run the example', async () => {
    await world.apply(exampleObjects());
    await rulesReady(world);
    const address = await gatewayUrl(world);
    await answers(address, exampleHost);
    return address;
  });
  const pulse = new Pulse(url, exampleHost);
  try {
    await whileUsed(world, tell, pulse, url, second);
  } finally {
    await pulse.stop();
  }
  await tell('uninstall the kinds and the namespace', async () => {
    await uninstallKinds(world);
    await world.kubectl('delete', 'namespace', RELEASE.namespace, exampleNamespace, '--timeout=120s');
    await until('nothing of Stoa is left', () => leftovers(world));
    return 'nothing is left';
  });
}

/** What must not cost a single request. */
async function whileUsed(world: World, tell: Tell, pulse: Pulse, url: string, next: string): Promise<void> {
  const unharmed = (name: string, work: () => Promise<string>) =>
    tell(name, async () => {
      const said = await work();
      const { answered, failed } = pulse.take();
      if (failed.length > 0 || answered === 0) {
        throw new Error(
          `${failed.length} of ${answered + failed.length} requests failed: ${failed.slice(0, 3)}`,
        );
      }
      return `${said}; ${answered} requests, none failed`;
    });
  await unharmed('make a rule through the REST API', async () => {
    await createByRest(world, 'new.example.com');
    await rulesReady(world);
    await answers(url, 'new.example.com');
    return 'new.example.com is answered';
  });
  await unharmed('kill the operator that works', async () => {
    const seconds = await killLeader(world);
    await world.apply([ruleFor('after-kill', 'after-kill.example.com')]);
    await answers(url, 'after-kill.example.com');
    return `the other works after ${seconds.toFixed(1)} s`;
  });
  await unharmed('upgrade', async () => {
    await upgrade(world, next);
    await world.apply([ruleFor('after-upgrade', 'after-upgrade.example.com')]);
    await rulesReady(world);
    await answers(url, 'after-upgrade.example.com');
    const pods = await stoaPods(world);
    return `${pods.length} pods of ${imagesOf(pods)}, ${restarts(pods)} restarts`;
  });
  await unharmed('uninstall', async () => {
    await uninstall(world);
    await until(
      'its pods are gone',
      async () => (await stoaPods(world)).map(({ metadata }) => metadata.name),
      60_000,
    );
    return 'routes still carry traffic without Stoa';
  });
  await tell('delete a rule without Stoa', async () => {
    const place = `--namespace=${exampleNamespace}`;
    await world.kubectl('delete', 'gatewayrules', '--all', place, '--timeout=30s');
    await until('its route is gone', async () => {
      const routes = await world.kubectl('get', 'httproutes', place, '--output=name');
      return routes.split('\n').filter((name) => name !== '');
    });
    return 'the rules and their routes are gone';
  });
}
