import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { repository } from '../../../deploy/local/repository.ts';
import { runTool } from '../../../deploy/local/runtool.ts';
import { openInstallAccount } from '../../support/installaccount.ts';
import { runStep, STEPS_HEAD } from '../shipped/step.ts';
import { UserTraffic } from '../shipped/usertraffic.ts';
import type { Stage } from '../stage.ts';
import { Team } from '../team.ts';
import { answersAs, claimsIn, oldPodsEnd } from './pods.ts';
import { openShop, PairInstall } from './shop.ts';

/** Timeouts of upgrades: one that they keep, and one that a version exceeds whose pods never get ready. */
const ENOUGH = '5m';
const TOO_SHORT = '20s';

/** Cluster, team and install of the story. */
interface Scene {
  readonly stage: Stage;
  readonly team: Team;
  readonly install: PairInstall;
}

/**
 * Installs a model whose components run, upgrades it, upgrades it to a version that never gets ready, and rolls it
 * back, while users send requests. Throws at any deviation.
 */
export async function playInstall(stage: Stage): Promise<void> {
  process.stdout.write(STEPS_HEAD);
  const shop = await openShop(stage.image);
  const team = await Team.open(stage.client);
  const install = new PairInstall(stage.client, team.namespace, shop.url);
  try {
    await openInstallAccount(stage.client, team.namespace);
    await playParts({ stage, team, install });
  } finally {
    await install.remove();
    await team.close();
    await shop.close();
  }
}

async function playParts(scene: Scene): Promise<void> {
  const { stage, team, install } = scene;
  const { host, httpPort } = stage.gateway;
  await runStep('install version 1.0', async () => {
    await install.apply('1.0', ENOUGH);
    return install.reaches('Ready', 'Ready');
  });
  const [rule] = await team.ready();
  const place = { client: stage.client, namespace: team.namespace };
  const door = { ...place, url: `http://${host}:${httpPort}/`, host: rule?.spec.http?.domainName ?? '' };
  await runStep('ask its pods', () => answersAs('1.0', door));
  const claims = await claimsIn(stage.client, team.namespace);
  const traffic = new UserTraffic(door.url, door.host);
  const unharmed = (name: string, version: string, work: () => Promise<string>) =>
    runStep(name, async () => {
      const result = await work();
      const answers = await answersAs(version, door);
      await oldPodsEnd(stage.client, team.namespace);
      const requests = traffic.takeUnharmed();
      if (!isDeepStrictEqual(await claimsIn(stage.client, team.namespace), claims)) {
        throw new Error('the claims of the volumes are others');
      }
      return `${result}; ${answers}; ${requests}`;
    });
  try {
    await unharmed('upgrade to 2.0', '2.0', () => upgraded(scene));
    await unharmed('upgrade to 3.0, which never gets ready', '2.0', () => givenUp(scene));
    await unharmed('roll back to 1.0', '1.0', () => rolledBack(scene));
  } finally {
    await traffic.stop();
  }
}

async function upgraded({ install }: Scene): Promise<string> {
  await install.apply('2.0', ENOUGH);
  await install.reaches('Ready', 'Ready');
  return expectHistory(install, '1.0 Served, 2.0 Served');
}

async function givenUp({ install }: Scene): Promise<string> {
  await install.apply('3.0', TOO_SHORT);
  const message = await install.reaches('Stalled', 'RolledBack');
  await expectHistory(install, '1.0 Served, 2.0 Served, 3.0 RolledBack, 2.0 Served');
  return message;
}

async function rolledBack({ install, team }: Scene): Promise<string> {
  const program = join(repository.root, 'bin/kubectl-stoa');
  const args = ['rollback', 'mi/pair', `--namespace=${team.namespace}`, '--to=1.0'];
  await runTool(process.execPath, [program, ...args], { signal: AbortSignal.timeout(60_000) });
  await install.reaches('Ready', 'Ready');
  return expectHistory(install, '1.0 Served, 2.0 Served, 3.0 RolledBack, 2.0 Served, 1.0 Served');
}

async function expectHistory(install: PairInstall, wanted: string): Promise<string> {
  const history = await install.history();
  if (history !== wanted) {
    throw new Error(`the history is ${history} in place of ${wanted}`);
  }
  return history;
}
