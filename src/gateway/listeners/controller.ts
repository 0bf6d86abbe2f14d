import { inTurns } from '../../base/gradual.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { Controller, type ControllerOptions } from '../../controller/controller.ts';
import { SETTLED } from '../../controller/outcome.ts';
import type { KubeClient } from '../../kube/client.ts';
import { ignoreNotFound, isFailure } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { GATEWAYS, LISTENER_SETS, REFERENCE_GRANTS } from '../../objects/gatewayapi.ts';
import { applyNoted } from '../apply.ts';
import type { Sources } from '../sources.ts';
import { decideListeners, type ListenerAction } from './decide.ts';
import { FIELD_MANAGER } from './memory.ts';
import { observeGateway } from './observe.ts';
import { listenerWatches } from './watches.ts';

/** Dependencies of the listener controller. */
interface ListenerDependencies extends Pick<ControllerOptions, 'log' | 'metrics'> {
  readonly client: KubeClient;
  /** Called with the names of listeners about which a contest with another client begins or ends. */
  readonly onContest: (listeners: readonly string[]) => void;
}

/** The controller that keeps Stoa's listeners on the Gateway; its one key is the Gateway. */
export function createListenerController(
  from: Sources,
  { client, log, metrics, onContest }: ListenerDependencies,
): Controller {
  const turns = new EventLoopYielder();
  const controller = new Controller({
    name: 'gateway',
    watches: listenerWatches(from),
    log,
    metrics,
    reconcile: async (_key, { signal }) => {
      const observed = await inTurns(observeGateway(from), turns, (work) => work());
      const { actions, contests, withdrawn } = decideListeners(observed);
      onContest(from.listeners.note(contests));
      from.listeners.withdraw(withdrawn);
      await performAll(actions, (action) => perform(from, client, action, signal));
      const pauses = [
        ...[...contests.values()].map(({ againInMs }) => againInMs),
        ...from.listeners.holdsEndIn(),
      ];
      return pauses.length === 0 ? SETTLED : { ...SETTLED, againInMs: Math.min(...pauses) };
    },
  });
  // No rule at all calls for a reconcile too: listeners of an earlier run may stand.
  controller.queue.add(keyOf({ metadata: from.config.name }), 'user');
  return controller;
}

/**
 * Performs actions. One that the API server rejects, such as a grant in a namespace that is being deleted, concerns one
 * team: the others follow, and the error is thrown after them. Throws KubeError.
 */
async function performAll(
  actions: readonly ListenerAction[],
  performOne: (action: ListenerAction) => Promise<void>,
): Promise<void> {
  const rejections: unknown[] = [];
  for (const action of actions) {
    try {
      await performOne(action);
    } catch (error) {
      if (!isFailure(error, 'invalid') && !isFailure(error, 'forbidden') && !isFailure(error, 'not-found')) {
        throw error;
      }
      rejections.push(error);
    }
  }
  if (rejections.length > 0) {
    throw rejections[0];
  }
}

async function perform(
  from: Sources,
  client: KubeClient,
  action: ListenerAction,
  signal: AbortSignal,
): Promise<void> {
  const { grants, gateways, sets } = from.caches;
  const { applies } = from.listeners;
  switch (action.type) {
    case 'apply-grant':
      return applyNoted(applies, grants, action.draft, () =>
        client.apply(REFERENCE_GRANTS, action.draft, FIELD_MANAGER, { signal }),
      );
    case 'apply-gateway':
      return applyNoted(applies, gateways, action.draft, () =>
        client.apply(GATEWAYS, action.draft, FIELD_MANAGER, { signal }),
      );
    case 'apply-set':
      return applyNoted(applies, sets, action.draft, () =>
        client.apply(LISTENER_SETS, action.draft, FIELD_MANAGER, { signal }),
      );
    case 'delete-set': {
      const { namespace, name, uid } = action.set.metadata;
      await ignoreNotFound(client.delete(LISTENER_SETS, { namespace, name, uid }, { signal }));
      sets?.deleted(action.set);
      return;
    }
    case 'delete-grant': {
      const { namespace, name, uid } = action.grant.metadata;
      await ignoreNotFound(client.delete(REFERENCE_GRANTS, { namespace, name, uid }, { signal }));
      grants.deleted(action.grant);
    }
  }
}
