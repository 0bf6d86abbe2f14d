import type { KubeClient } from '../../../src/kube/client.ts';
import { keyOf } from '../../../src/kube/object.ts';
import { GATEWAY_RULES } from '../../../src/objects/stoa.ts';
import { answersOk, pollUntil } from '../supervisor/poll.ts';
import { hasCondition } from './condition.ts';

/** Namespace of the example team. */
export const EXAMPLE_NAMESPACE = 'team-shop';

/** Host name of the example's rule. */
export const EXAMPLE_HOST = 'shop.example.com';

/** Component behind the rule. */
export const EXAMPLE_COMPONENT = { id: 'storefront', port: 8080 } as const;

/** Install of the example: its model, and the store that it names. */
export const EXAMPLE_INSTALL = { model: 'web', url: 'http://127.0.0.1:18030' } as const;

const READY_SECONDS = 60;

/** Waits until all rules are Ready and the example's host answers. Throws a UserError that names what is missing. */
export async function awaitExamples(
  client: KubeClient,
  gatewayUrl: string,
  signal: AbortSignal,
): Promise<void> {
  let waiting: string[] = [];
  await pollUntil(
    async () => {
      const rules = await client.list(GATEWAY_RULES);
      waiting = rules.filter((rule) => !hasCondition(rule, 'Ready')).map(keyOf);
      return (rules.length > 0 && waiting.length === 0) || undefined;
    },
    {
      signal,
      seconds: READY_SECONDS,
      failure: () =>
        `gateway rules not Ready after ${READY_SECONDS} s: ${waiting.join(', ') || 'there are none'}`,
    },
  );
  await pollUntil(async () => (await answersOk(gatewayUrl, EXAMPLE_HOST)) || undefined, {
    signal,
    seconds: READY_SECONDS,
    failure: () => `${gatewayUrl} does not answer 200 for ${EXAMPLE_HOST} after ${READY_SECONDS} s`,
  });
}
