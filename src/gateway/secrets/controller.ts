import { passwordReadings } from '../../content/passwords.ts';
import type { ControllerOptions } from '../../controller/controller.ts';
import { Controller } from '../../controller/controller.ts';
import { SETTLED } from '../../controller/outcome.ts';
import { eitherSide, sidesOf, specChanged, watch } from '../../controller/watches.ts';
import type { KubeClient } from '../../kube/client.ts';
import { keyOf, splitKey } from '../../kube/object.ts';
import { SECRETS } from '../../objects/core.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { secretsOfPolicy } from '../indexes.ts';
import type { Sources } from '../sources.ts';

/** Secrets that are read at the same time. */
const CONCURRENCY = 4;

/** Milliseconds between two reads of a Secret that changes all the time. */
const PACE_MS = 1_000;

/** Dependencies of the controller. */
interface SecretDependencies extends Pick<ControllerOptions, 'log' | 'metrics'> {
  readonly client: Pick<KubeClient, 'list'>;
  /** Called with the rules that name a Secret when something new is known of it. */
  readonly onChange: (rules: readonly GatewayRule[]) => void;
}

/**
 * The controller that reads the Secrets which the policies of rules name; its keys are the Secrets. It reads each by its
 * name, when a rule names it and when its metadata change, and keeps what the content means to engines, not the content.
 */
export function createSecretController(
  { caches, secrets }: Sources,
  { client, log, metrics, onChange }: SecretDependencies,
): Controller {
  const { store } = caches.rules;
  const named = (rule: GatewayRule) => secretsOfPolicy(rule).map((key) => ({ metadata: splitKey(key) }));
  return new Controller({
    name: 'secret',
    watches: [
      watch(caches.rules, { when: specChanged, wakes: eitherSide(named) }),
      watch(caches.secretNames, {
        rate: 'paced',
        wakes: (change) =>
          sidesOf(change).filter((secret) => store.first('secret', keyOf(secret)) !== undefined),
      }),
    ],
    log,
    metrics,
    concurrency: CONCURRENCY,
    paceMs: PACE_MS,
    reconcile: async (key, { signal }) => {
      const { namespace, name } = splitKey(key);
      if (store.first('secret', key) === undefined) {
        secrets.forget(key);
        return SETTLED;
      }
      const fieldSelector = `metadata.name=${name}`;
      const [found] = await client.list(SECRETS, { namespace, fieldSelector, signal });
      const state =
        found === undefined
          ? ({ type: 'missing' } as const)
          : ({ type: 'found', passwords: passwordReadings(found) } as const);
      if (secrets.record(key, state)) {
        onChange(store.by('secret', key));
      }
      return SETTLED;
    },
  });
}
