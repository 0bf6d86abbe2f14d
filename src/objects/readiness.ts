import { adviceFor, remarkRemedy } from '../api/advice.ts';
import { type Condition, conditionOf, DERIVED_CONDITIONS } from '../api/condition.ts';
import { REASONS, reasonInfo } from '../api/reason.ts';
import type { Application, GatewayRule, MarketInstall } from './stoa.ts';

/** Readiness of an object, from its condition Ready. */
export interface Readiness {
  readonly state: 'ready' | 'progressing' | 'suspended' | 'trouble';
  readonly reason: string;
  readonly message: string;
}

/** Readiness of an object whose last edit the operator has not seen. */
export const UNSEEN = {
  state: 'progressing',
  reason: REASONS.pending,
  message: 'the operator has not seen the last edit yet',
} as const satisfies Readiness;

/** An object with a condition Ready. */
type Reported = Pick<Application | GatewayRule | MarketInstall, 'metadata' | 'status'>;

/** Readiness of an object; progressing while its condition Ready is missing or of an older generation. */
export function readyConditionOf({ metadata, status }: Reported): Readiness {
  const ready = conditionOf(status, 'Ready');
  if (ready === undefined || (status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    return ready === undefined ? { ...UNSEEN, message: 'the operator has not looked at it yet' } : UNSEEN;
  }
  const { reason, message } = ready;
  return { state: stateOf(ready), reason, message };
}

function stateOf(ready: Condition): Readiness['state'] {
  if (ready.status === 'True') {
    return 'ready';
  }
  if (ready.reason === REASONS.suspended) {
    return 'suspended';
  }
  return isProblem(ready) ? 'trouble' : 'progressing';
}

/** Whether a condition reports a problem; work that is only under way is none. */
export function isProblem({ status, reason }: Condition): boolean {
  return status === 'False' && (reasonInfo(reason)?.problem ?? true);
}

/** Remedy for an object that is not ready, or else for what its conditions remark; undefined where there is none. */
export function remedyFor(
  { state, reason }: Readiness,
  conditions: readonly Condition[],
): string | undefined {
  const own = conditions.filter(({ type }) => !DERIVED_CONDITIONS.includes(type));
  const remark = () => own.map(remarkRemedy).find((each) => each !== undefined);
  return adviceFor(reason).todo ?? (state === 'ready' ? remark() : undefined);
}
