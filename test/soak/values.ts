import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeRenderer } from '../../deploy/local/binaries/renderer.ts';
import { conditionOf } from '../../src/api/condition.ts';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import { SECRETS, type Secret } from '../../src/objects/core.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../src/objects/stoa.ts';
import type { BenchCluster } from '../bench/benchcluster.ts';
import { chartAt } from '../bench/installs.ts';
import { say } from '../bench/longrun.ts';
import type { Stage } from '../bench/stage.ts';
import { openNode } from '../faults/node.ts';
import { ChartRepository } from '../support/chartrepository.ts';
import { silentProgress } from '../support/progress.ts';
import { reaches } from '../support/reaches.ts';
import { differences, madeFor, stateOf } from './difference.ts';
import { EDITED_CHART, SIDES, type SideValues } from './editedchart.ts';
import { SETTLE_MS, twoLives } from './lives.ts';

/** Install whose values are edited, and the one that is made anew with its values. */
const EDITED = 'zxeditedzx';
const ANEW = 'zxanewzx';

/** Milliseconds of edits in a round, and at most between two edits of a client: some come in the middle of a roll-out. */
const EDITS_MS = 30_000;
const PAUSE_MS = 4_000;

/** Milliseconds for a roll-out. */
const ROLLOUT_MS = 120_000;

/**
 * Lets two clients edit the values of an install of a chart for so many minutes, round by round. After each round, the
 * objects must be those of a new install with the last values, and the password that of the first round. Returns whether
 * they were, nothing is left at the end, and both operators return to their resource usage.
 */
export async function editValues(stage: Stage, minutes: number): Promise<boolean> {
  await placeRenderer({ progress: silentProgress });
  const repository = await ChartRepository.open();
  repository.offer('edited', '1.0.0', EDITED_CHART);
  const node = await openNode(stage.world.client);
  const soak = new EditedInstall(stage.world, chartAt(repository.url, 'edited'));
  let problems = 0;
  const { rounds, good } = await twoLives(stage, minutes, async (count, meanwhile) => {
    for (const problem of await soak.round(count, meanwhile)) {
      problems += 1;
      say(`  round ${count}: ${problem}`);
    }
  });
  say(`${rounds} rounds, ${soak.edits} edits of values; ${problems} differences`);
  await node.close();
  repository.close();
  return good && problems === 0;
}

/** Install whose values two clients edit. */
class EditedInstall {
  /** Number of edits so far. */
  edits = 0;
  readonly #world: BenchCluster;
  readonly #spec: Partial<MarketInstallSpec>;
  #password: string | undefined;

  constructor(world: BenchCluster, subject: Partial<MarketInstallSpec>) {
    this.#world = world;
    this.#spec = { appId: 1, deploy: true, volumesOnDelete: 'delete', ...subject };
  }

  /** Differences after a round of edits. */
  async round(count: number, meanwhile: () => Promise<void>): Promise<readonly string[]> {
    if (count === 0) {
      await this.#apply(EDITED, this.#spec, 'owner');
    }
    const until = performance.now() + EDITS_MS;
    await Promise.all(SIDES.map((side) => this.#edit(side, count, until)));
    await meanwhile();
    const { values } = (await this.#inPlace(EDITED)).spec;
    await this.#apply(ANEW, { ...this.#spec, ...(values && { values }) }, 'owner');
    await this.#inPlace(ANEW);
    const found = differences(
      await stateOf(this.#world, await this.#get(EDITED)),
      await stateOf(this.#world, await this.#get(ANEW)),
    );
    const left = await this.#remove(ANEW);
    return [...found, ...left.map((each) => `${each} is left of the new install`), ...(await this.#moved())];
  }

  /** Edits the values of a side, as one of two clients, until a time. */
  async #edit(side: (typeof SIDES)[number], count: number, until: number): Promise<void> {
    for (let edit = 0; performance.now() < until; edit += 1) {
      const dice = createHash('sha256').update(`${side} ${count} ${edit}`).digest();
      const values = { [side]: sideValues(dice), note: `${side} ${count} ${edit}` };
      await this.#apply(EDITED, { values }, `editor-${side}`);
      this.edits += 1;
      await sleep((PAUSE_MS * dice.readUInt8(31)) / 255);
    }
  }

  #apply(name: string, spec: Partial<MarketInstallSpec>, manager: string): Promise<MarketInstall> {
    const { client, namespace } = this.#world;
    const draft = { ...MARKET_INSTALL_TYPE, metadata: { name, namespace }, spec };
    return client.apply(MARKET_INSTALLS, draft, manager);
  }

  #get(name: string): Promise<MarketInstall> {
    return this.#world.client.get(MARKET_INSTALLS, { namespace: this.#world.namespace, name });
  }

  /** Install of this name, once it is in place with its present values. */
  #inPlace(name: string): Promise<MarketInstall> {
    const { client, namespace } = this.#world;
    return reaches(client, MARKET_INSTALLS, { namespace, name }, inPlace, ROLLOUT_MS);
  }

  /** Removes an install; returns what is left of it. */
  async #remove(name: string): Promise<readonly string[]> {
    const { client, namespace } = this.#world;
    const install = await this.#get(name);
    await client.delete(MARKET_INSTALLS, { namespace, name, uid: install.metadata.uid });
    const until = performance.now() + SETTLE_MS;
    for (;;) {
      const left = await madeFor(this.#world, install);
      const all = await client.listMetadata(MARKET_INSTALLS, { namespace });
      const isGone = all.every(({ metadata }) => metadata.name !== name);
      if ((isGone && left.size === 0) || performance.now() > until) {
        return [...(isGone ? [] : ['MarketInstall']), ...left.keys()];
      }
      await sleep(200);
    }
  }

  /** Whether the generated password is another than in the first round. */
  async #moved(): Promise<readonly string[]> {
    const { client, namespace } = this.#world;
    const { data } = await client.get<Secret>(SECRETS, { namespace, name: `${EDITED}-password` });
    const before = this.#password ?? data?.password;
    this.#password = data?.password;
    return before === data?.password ? [] : ['the generated password is another one'];
  }
}

/** The install; throws until it is in place. */
function inPlace(install: MarketInstall): MarketInstall {
  const ready = conditionOf(install.status, 'Ready');
  if (ready?.status !== 'True' || ready.observedGeneration !== install.metadata.generation) {
    throw new Error(`${install.metadata.name} is not in place: ${ready?.reason}: ${ready?.message}`);
  }
  return install;
}

function sideValues(dice: Buffer): SideValues {
  const die = (at: number, sides: number) => dice.readUInt8(at) % sides;
  const keys = ['a', 'b', 'c', 'd'].filter((_, index) => die(index, 2) === 0);
  return {
    replicas: die(4, 3),
    kind: die(5, 4) === 0 ? 'StatefulSet' : 'Deployment',
    port: die(6, 3) === 0 ? 0 : 80 + die(7, 3),
    settings: Object.fromEntries(keys.map((key, index) => [key, `value ${die(8 + index, 5)}`])),
  };
}
