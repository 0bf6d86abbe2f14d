import { inTurns } from '../base/gradual.ts';
import { EventLoopYielder } from '../base/yielding.ts';
import type { ControllerOptions } from '../controller/controller.ts';
import { Controller } from '../controller/controller.ts';
import { SETTLED } from '../controller/outcome.ts';
import type { WorkQueue } from '../controller/queue.ts';
import { keyOf } from '../kube/object.ts';
import type { Planner } from './plan/planner.ts';

/** Milliseconds between two searches for ports that installs lack. */
const SEARCH_MS = 60_000;

/** The only key of the controller. */
const KEY = 'ports';

/**
 * Controller that makes installs due which lack a port of the Gateway, once there is one for them. `installs` is the
 * queue of installs. It plans few of them at a time, so that a free port costs little however many installs lack one.
 */
export function createPortController(
  planner: Pick<Planner, 'config' | 'lackingPorts' | 'planAgain'>,
  installs: Pick<WorkQueue, 'add'>,
  { log, metrics }: Pick<ControllerOptions, 'log' | 'metrics'>,
): Controller {
  const turns = new EventLoopYielder();
  const controller = new Controller({
    name: KEY,
    log,
    metrics,
    reconcile: async () => {
      const search = planner.lackingPorts.search(planner.config);
      for (const metadata of await inTurns(search, turns, (work) => work())) {
        planner.planAgain(metadata.uid);
        installs.add(keyOf({ metadata }), 'background');
      }
      return { ...SETTLED, againInMs: SEARCH_MS };
    },
  });
  controller.queue.add(KEY, 'background');
  return controller;
}
