import type { Condition } from '../../api/condition.ts';
import type { Feature } from '../../engines/fields.ts';
import type { Rendered } from '../../engines/object.ts';
import type { AppliedObjects } from '../../objects/applies.ts';
import type { Policy } from '../../objects/gatewayapi.ts';
import type { GatewayView } from '../observed.ts';
import { isApplied, isSame, type Stored } from '../owned.ts';
import type { Plan } from '../plan/plan.ts';
import type { UnsupportedField } from './expressed.ts';
import { quotedCondition } from './quote.ts';
import { currentOf } from './report.ts';

/** Word of an engine on a policy. */
type PolicyWord =
  | { readonly type: 'taken' }
  /** Nobody has looked at the policy as it is wanted. */
  | { readonly type: 'silence' }
  | { readonly type: 'refusal'; readonly says: string };

/** Fields that policies carry and the engine has refused, and those on whose policies it has not reported yet. */
export interface PolicyFields {
  readonly refused: readonly UnsupportedField[];
  readonly pending: readonly UnsupportedField[];
}

/** The fields of a rule whose policies, among wanted objects, the engine has not taken. */
export function policyFields(
  { dialect, applies }: Pick<GatewayView, 'dialect' | 'applies'>,
  requested: readonly Feature[],
  wanted: readonly Rendered[],
  stored: readonly Stored[],
): PolicyFields {
  const words = wanted.flatMap((object) => {
    const kind = dialect.policies.find(({ resource }) => resource.kind === object.resource.kind);
    const fields = requested.filter((feature) => kind?.carries.includes(feature));
    const label = labelOf(object);
    return fields.length === 0 ? [] : [{ label, fields, word: wordOn(object, stored, applies) }];
  });
  return {
    refused: words.flatMap(({ label, fields, word }) =>
      word.type === 'refusal'
        ? fields.map((field) => ({ field, why: `the engine says of ${label}: ${word.says}` }))
        : [],
    ),
    pending: words.flatMap(({ label, fields, word }) =>
      word.type === 'silence'
        ? fields.map((field) => ({ field, why: `the engine has not reported on ${label} yet` }))
        : [],
    ),
  };
}

/** The field of a rule whose BackendTLSPolicy the engine refuses, such as for another one of the same Service. */
export function refusedTls(
  plans: readonly Plan[],
  { applies }: Pick<GatewayView, 'applies'>,
): readonly UnsupportedField[] {
  return plans
    .filter(({ type }) => type === 'backend')
    .flatMap(({ wanted, group }) => wanted.map((policy) => ({ policy, stored: group.stored })))
    .flatMap(({ policy, stored }) => {
      const word = wordOn(policy, stored, applies);
      return word.type === 'refusal'
        ? [{ field: OVER_TLS, why: `the engine says of ${labelOf(policy)}: ${word.says}` }]
        : [];
    });
}

const OVER_TLS = 'http.policy.backend[protocol: https]' satisfies Feature;

function labelOf({ resource, draft }: Rendered): string {
  return `${resource.kind} ${draft.metadata.name}`;
}

function wordOn(wanted: Rendered, stored: readonly Stored[], applies: AppliedObjects): PolicyWord {
  const policy: Policy | undefined = stored.find((each) => isSame(wanted, each))?.object;
  if (policy === undefined || !isApplied(wanted, policy, applies)) {
    return { type: 'silence' };
  }
  const conditions = (policy.status?.ancestors ?? []).flatMap((ancestor) => ancestor.conditions ?? []);
  const current = currentOf(conditions, policy.metadata.generation);
  const refusal = current.find(isRefusal);
  if (refusal !== undefined) {
    return { type: 'refusal', says: quotedCondition(refusal) };
  }
  const isTaken = current.some(({ type, status }) => type === 'Accepted' && status === 'True');
  return { type: isTaken ? 'taken' : 'silence' };
}

/** Whether a condition says that a policy, or a part of it, is not in effect. */
function isRefusal({ type, status }: Condition): boolean {
  return (
    (['Accepted', 'Programmed'].includes(type) && status === 'False') ||
    (type === 'Overridden' && status === 'True')
  );
}
