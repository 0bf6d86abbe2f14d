import { isDeepStrictEqual } from 'node:util';
import type { ControllerOptions } from '../../controller/controller.ts';
import { Controller } from '../../controller/controller.ts';
import { SETTLED } from '../../controller/outcome.ts';
import type { KubeClient } from '../../kube/client.ts';
import { isFailure } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { GATEWAYS, REFERENCE_GRANTS } from '../../objects/gatewayapi.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { needsListener } from '../caches.ts';
import type { Sources } from '../observe.ts';
import { both } from '../wake.ts';
import { decideListeners, type ListenerAction } from './decide.ts';
import { observeGateway } from './observe.ts';

/** Owner of the listeners, in `metadata.managedFields` of the Gateway. */
const FIELD_MANAGER = 'stoa-listeners';

/** The controller that keeps Stoa's listeners on the Gateway; its one key is the Gateway. */
export function createListenerController(
  from: Sources,
  { client, log, metrics }: Pick<ControllerOptions, 'log' | 'metrics'> & { readonly client: KubeClient },
): Controller {
  const controller = new Controller({
    name: 'gateway',
    log,
    metrics,
    reconcile: async (_key, { signal }) => {
      for (const action of decideListeners(observeGateway(from))) {
        await perform(from, client, action, signal);
      }
      return SETTLED;
    },
  });
  wake(controller, from);
  return controller;
}

async function perform(
  { caches }: Sources,
  client: KubeClient,
  action: ListenerAction,
  signal: AbortSignal,
): Promise<void> {
  switch (action.type) {
    case 'apply-grant':
      caches.grants.wrote(await client.apply(REFERENCE_GRANTS, action.draft, FIELD_MANAGER, { signal }));
      return;
    case 'apply-gateway':
      caches.gateways.wrote(await client.apply(GATEWAYS, action.draft, FIELD_MANAGER, { signal }));
      return;
    case 'delete-grant': {
      const { namespace, name, uid } = action.grant.metadata;
      try {
        await client.delete(REFERENCE_GRANTS, { namespace, name, uid }, { signal });
      } catch (error) {
        if (!isFailure(error, 'not-found')) {
          throw error;
        }
      }
      caches.grants.deleted(action.grant);
    }
  }
}

/** What can change which listeners are wanted, or stand. */
function wake({ queue }: Controller, { caches, config }: Sources): void {
  const key = keyOf({ metadata: config.name });
  const due = () => queue.add(key, 'user');
  due();
  caches.rules.onChange((change) => {
    const same = change.before?.metadata.generation === change.after?.metadata.generation;
    const gone = change.before?.metadata.deletionTimestamp !== change.after?.metadata.deletionTimestamp;
    if ((!same || gone) && both(change).some((rule) => concerns(caches, rule))) {
      due();
    }
  });
  caches.services.onChange(due);
  caches.secrets.onChange(due);
  caches.grants.onChange(due);
  caches.namespaces.onChange(due);
  caches.gateways.onChange(({ before, after }) => {
    if (!isDeepStrictEqual(before?.spec, after?.spec)) {
      due();
    }
  });
}

/** Whether a rule needs a listener, or may take the host of one that does. */
function concerns({ rules: { store } }: Sources['caches'], rule: GatewayRule): boolean {
  const host = rule.spec.http?.domainName;
  return needsListener(rule) || (host !== undefined && store.by('host', host).some(needsListener));
}
