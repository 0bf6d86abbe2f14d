import type { ControllerOptions } from '../../controller/controller.ts';
import { Controller } from '../../controller/controller.ts';
import { SETTLED } from '../../controller/outcome.ts';
import { eitherSide, specChanged, watch } from '../../controller/watches.ts';
import type { KubeClient } from '../../kube/client.ts';
import { splitKey } from '../../kube/object.ts';
import { SECRETS } from '../../objects/core.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { secretsOfPolicy } from '../indexes.ts';
import type { Sources } from '../sources.ts';

/** Secrets that are looked for at the same time. */
const CONCURRENCY = 4;

/** Milliseconds until a Secret is looked for again: one that is missing, and one that exists. */
const MISSING_MS = 5_000;
const EXISTING_MS = 30_000;

/** Milliseconds for each Secret, so that many of them do not load the API server. */
const EACH_MS = 100;

/** Dependencies of the controller. */
interface SecretDependencies extends Pick<ControllerOptions, 'log' | 'metrics'> {
  readonly client: Pick<KubeClient, 'listMetadata'>;
  /** Called with the rules that name a Secret when it is known to exist, or to be missing. */
  readonly onChange: (rules: readonly GatewayRule[]) => void;
}

/**
 * The controller that looks whether the Secrets exist which the policies of rules name; its keys are the Secrets. It asks
 * for the metadata of each by its name: a watch would read the Secrets of all, most of which are not its concern.
 */
export function createSecretController(
  { caches, secrets }: Sources,
  { client, log, metrics, onChange }: SecretDependencies,
): Controller {
  const named = (rule: GatewayRule) => secretsOfPolicy(rule).map((key) => ({ metadata: splitKey(key) }));
  return new Controller({
    name: 'secret',
    watches: [watch(caches.rules, { when: specChanged, wakes: eitherSide(named) })],
    log,
    metrics,
    concurrency: CONCURRENCY,
    reconcile: async (key, { signal }) => {
      const { namespace, name } = splitKey(key);
      const rulesOf = () => caches.rules.store.by('secret', key);
      if (rulesOf().length === 0) {
        secrets.forget(key);
        return SETTLED;
      }
      const fieldSelector = `metadata.name=${name}`;
      const [found] = await client.listMetadata(SECRETS, { namespace, fieldSelector, signal });
      const exists = found !== undefined;
      if (secrets.record(key, exists)) {
        onChange(rulesOf());
      }
      const againInMs = Math.max(exists ? EXISTING_MS : MISSING_MS, secrets.size * EACH_MS);
      return { ...SETTLED, againInMs };
    },
  });
}
