import { LABELS } from '../../api/group.ts';
import type { Kept } from '../../model/build/expansion.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { type Mask, maskOf, valuesOf } from '../../objects/mask.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { KEPT_TYPE } from '../plan/keptsecret.ts';
import { objectsOf, type Plan } from '../plan/plan.ts';
import type { DraftedPlan } from '../plan/planner.ts';
import type { ModelContent } from '../source/source.ts';
import { TEMPLATE_TYPE } from '../template/pin.ts';
import type { Writer } from '../writer.ts';

/** Types of Secrets whose content is no value of a component; generated values are in the allocations. */
const OF_STOA: readonly (string | undefined)[] = [TEMPLATE_TYPE, KEPT_TYPE];

/** Mask of the secret values of a plan, and of those of the Secrets that the install has now. Throws KubeError. */
export async function observeMask(
  writer: Writer,
  { metadata: { namespace, uid } }: MarketInstall,
  { plan, kept, content }: DraftedPlan,
): Promise<Mask> {
  const { client, signal, budget } = writer;
  const labelSelector = `${LABELS.install}=${uid}`;
  const stored: readonly Secret[] = await client.list(SECRETS, { namespace, labelSelector, signal });
  return budget.run(() => maskOf(secretValues(plan, kept, content, stored)));
}

/** Secret values of a plan and of stored Secrets. Pure. */
export function secretValues(
  plan: Plan,
  kept: Kept,
  { hub }: ModelContent,
  stored: readonly Secret[],
): readonly string[] {
  const planned = objectsOf(plan)
    .filter(({ resource }) => resource === SECRETS)
    .map(({ draft }) => draft as unknown as Secret);
  const secrets = [...planned, ...stored].filter(({ type }) => !OF_STOA.includes(type));
  const { password = '' } = hub ?? {};
  return [...Object.values(kept.secrets), password, ...secrets.flatMap(valuesOf)];
}
