import { decide as decideApplication } from '../../../src/application/decide.ts';
import { type ApplicationCaches, observe as observeApplication } from '../../../src/application/observe.ts';
import { createComponentCaches } from '../../../src/component/caches.ts';
import { decide } from '../../../src/gateway/decide.ts';
import { decideListeners } from '../../../src/gateway/listeners/decide.ts';
import { observeGateway } from '../../../src/gateway/listeners/observe.ts';
import { observe } from '../../../src/gateway/observe.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { atOnce } from '../../support/gradual.ts';
import { silent } from '../../support/log.ts';
import { CONFIG, NOW, Simulation } from '../../support/simulation.ts';
import { cpuMs } from './cpu.ts';
import { CROWDS, type Crowd, type Decision } from './crowds.ts';
import { LARGE_MODELS, longestPieceMs } from './models.ts';

/** CPU time of one decision, or of the longest piece of one that yields, in milliseconds. */
export interface Cost {
  readonly what: string;
  readonly ms: number;
}

/** Costs of decisions in all crowds, and of the pieces in which large models are planned. */
export function costs(): readonly Cost[] {
  return [
    ...CROWDS.map((crowd) => ({ what: `${crowd.decision} with ${crowd.limit}`, ms: crowdMs(crowd) })),
    ...LARGE_MODELS.map(({ what, template }) => ({
      what: `longest piece of an install of ${what}`,
      ms: longestPieceMs(template()),
    })),
  ];
}

function crowdMs({ decision, fill, config = CONFIG }: Crowd): number {
  const world = new Simulation({ config });
  // No decision calls the API server through it.
  const { applications, pods, installs, adoptions } = createComponentCaches({
    client: {} as KubeClient,
    log: silent,
  });
  const { services, slices, workloads } = world.from.components;
  const { rules, namespaces } = world.caches;
  const caches: ApplicationCaches = {
    ...{ applications, pods, installs, adoptions },
    ...{ services, slices, workloads, rules, namespaces },
  };
  const key = fill(world, caches);
  return cpuMs(
    () => key,
    () => DECISIONS[decision](world, caches, key),
    1,
  );
}

const DECISIONS: Readonly<
  Record<Decision, (world: Simulation, caches: ApplicationCaches, key: string) => unknown>
> = {
  rule: ({ from }, _caches, key) => decide(observe(from, key), NOW),
  application: (_world, caches, key) => {
    const observed = observeApplication(caches, key);
    return observed && decideApplication(observed, NOW);
  },
  listeners: ({ from }) => decideListeners(atOnce(observeGateway(from))),
};
