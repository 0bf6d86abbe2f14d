import type { Case } from './case.ts';
import { componentsOf } from './component.ts';
import { type Difference, differencesOf } from './differences.ts';
import { relocate } from './relocate.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { Team } from './team.ts';
import { playTraffic } from './traffic.ts';
import { playPairs, playValues } from './values.ts';

/** Proof of a case. */
export interface Shown {
  /** By requests to the gateway or the API alone, or also by the rendered objects and the rule's conditions. */
  readonly by: 'requests' | 'rendering';
  /** Unsupported features of the engine, proven by the rule's condition. */
  readonly without: readonly string[];
  readonly differences: readonly Difference[];
}

/** Plays a case in a team of its own. Throws an error with the list of all deviations. */
export async function play(stage: Stage, original: Case): Promise<Shown> {
  const team = await Team.open(stage.client);
  try {
    const { httpPort, httpsPort, tcpPorts } = stage.gateway;
    const one = relocate(original, { suffix: `${team.id}.test`, httpPort, httpsPort, tcpPorts });
    await team.deploy(componentsOf(one), stage.image);
    const differences = differencesOf(one.name);
    const without = await playWhole({ stage, team, one, differences });
    // A case with settings only is proven by the objects that they produce.
    const isSent = one.effective === undefined || one.requests.length > 0;
    return { by: isSent && without.length === 0 ? 'requests' : 'rendering', without, differences };
  } finally {
    await (stage.isThrownAway ? team.clear() : team.close());
  }
}

async function playWhole(scene: Scene): Promise<readonly string[]> {
  const { vary, parse } = scene.one;
  if (vary !== undefined) {
    await playValues(scene, vary);
    return [];
  }
  if (parse !== undefined) {
    await playPairs(scene, parse);
    return [];
  }
  return playTraffic(scene);
}
