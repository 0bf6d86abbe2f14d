import { isDeepStrictEqual } from 'node:util';
import { MANAGED_BY } from '../../api/group.ts';
import type { ControllerOptions } from '../../controller/controller.ts';
import { Controller } from '../../controller/controller.ts';
import { SETTLED } from '../../controller/outcome.ts';
import { changed, watch } from '../../controller/watches.ts';
import type { KubeClient } from '../../kube/client.ts';
import { keyOf } from '../../kube/object.ts';
import { ledgerData } from '../../names/ledger.ts';
import { CONFIG_MAPS } from '../../objects/core.ts';
import type { Gateway } from '../../objects/gatewayapi.ts';
import { offeredPorts } from '../offeredports.ts';
import { gatewayView, type Sources } from '../sources.ts';

/** Owner of the released names, in `metadata.managedFields` of the ConfigMap. */
const FIELD_MANAGER = 'stoa-names';

/**
 * The controller that writes released names into their ConfigMap, so that another process keeps them too, and the ports
 * that the gateway offers.
 */
export function createLedgerController(
  from: Sources,
  { client, log, metrics }: Pick<ControllerOptions, 'log' | 'metrics'> & { readonly client: KubeClient },
): Controller {
  const { caches, register, config } = from;
  const { ledger } = config;
  const wakes = () => [{ metadata: ledger }];
  const controller = new Controller({
    name: 'names',
    watches: [
      watch(caches.gateways, { when: changed(classOf), wakes }),
      ...(caches.classes === undefined ? [] : [watch(caches.classes, { wakes })]),
    ],
    log,
    metrics,
    reconcile: async (key, { signal }) => {
      const kept = register.kept();
      const data = ledgerData(kept, offeredPorts(gatewayView(from)));
      if (!isDeepStrictEqual(data, caches.ledgers.store.get(key)?.data ?? {})) {
        const draft = {
          apiVersion: 'v1',
          kind: CONFIG_MAPS.kind,
          metadata: { ...ledger, labels: MANAGED_BY },
          data,
        };
        caches.ledgers.wrote(await client.apply(CONFIG_MAPS, draft, FIELD_MANAGER, { signal }));
      }
      const nextMs = Math.min(...kept.map(({ until }) => until.getTime() - Date.now()));
      return kept.length === 0 ? SETTLED : { ...SETTLED, againInMs: Math.max(nextMs, 1) };
    },
  });
  const key = keyOf({ metadata: ledger });
  register.onReleased(() => controller.queue.add(key, 'user'));
  controller.queue.add(key, 'user');
  return controller;
}

/** The class of a Gateway, by which its engine is known. */
function classOf({ spec }: Gateway): string {
  return spec.gatewayClassName;
}
