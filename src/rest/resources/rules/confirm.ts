import { setTimeout as sleep } from 'node:timers/promises';
import { conditionOf } from '../../../api/condition.ts';
import { REASONS, type Reason } from '../../../api/reason.ts';
import { keyOf } from '../../../kube/object.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import { protocolOf } from '../../../rule/effective.ts';
import { type Problem, type ProblemName, problemOfFields } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { checkWritten } from './admission.ts';

/** Longest wait for the verdict of the operator on a rule, in milliseconds. */
const MAX_WAIT_MS = 3_000;

/** Milliseconds between two looks at it. */
const PAUSE_MS = 100;

/** Problems of a rule that the operator refuses, by the reason: those that only a rule of another team can bring about. */
const PROBLEMS: Readonly<Partial<Record<Reason, ProblemName>>> = {
  [REASONS.hostTaken]: 'hostTaken',
  [REASONS.addressTaken]: 'addressTaken',
  [REASONS.nameKept]: 'hostTaken',
};

/**
 * Problem of a rule that has just been written, and gives way to one that was written at the same time; undefined where
 * it has its name. The watched state tells once it has the rule, and with it every earlier one; without it, the operator
 * does. Where neither does in time, the status of the rule will.
 */
export async function problemOfWritten(scope: Scope, written: GatewayRule): Promise<unknown> {
  const { watched } = scope;
  return watched !== undefined && (await watched.waitFor(written))
    ? await checkWritten(scope, written, watched).catch((problem: unknown) => problem)
    : await problemByOperator(scope, written);
}

async function problemByOperator(
  { client }: Scope,
  { metadata, spec }: GatewayRule,
): Promise<Problem | undefined> {
  const { namespace, name, uid, generation = 1 } = metadata;
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; await sleep(PAUSE_MS)) {
    const rule = await client.get(GATEWAY_RULES, { namespace, name }).catch(() => undefined);
    if (rule?.metadata.uid !== uid || rule.metadata.generation !== generation) {
      return undefined;
    }
    if ((rule.status?.observedGeneration ?? 0) >= generation) {
      return refusalOf(rule, spec.tcp !== undefined ? 'tcp.end_point' : `${protocolOf(spec)}.domain_name`);
    }
  }
  return undefined;
}

function refusalOf(rule: GatewayRule, field: string): Problem | undefined {
  const accepted = conditionOf(rule.status, 'Accepted');
  const problem = accepted?.status === 'False' ? PROBLEMS[accepted.reason as Reason] : undefined;
  if (accepted === undefined || problem === undefined) {
    return undefined;
  }
  const message = `the operator refuses ${keyOf(rule)}: ${accepted.message}`;
  return problemOfFields(problem, [{ field, message }]);
}
