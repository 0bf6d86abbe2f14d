import type { GatewayRuleSpec } from '../../../api/gatewayrule.ts';
import { isFailure } from '../../../kube/error.ts';
import { keyOf } from '../../../kube/object.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import { nameOf, nameOfRule } from '../../../rule/claim.ts';
import { effectiveWrite } from '../../../rule/write.ts';
import { idOf } from '../../http/id.ts';
import { FIELD_MANAGER } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { checkWrite } from './admission.ts';
import { problemOfWritten } from './confirm.ts';
import type { WrittenRule } from './create.ts';
import type { RecordSource } from './record.ts';
import { ruleNotFound } from './source.ts';

/** Replaces the spec of a rule of `source`, unless it has been edited since; its age stays. */
export async function editRule(
  scope: Scope,
  stored: GatewayRule,
  spec: GatewayRuleSpec,
  source: RecordSource,
): Promise<WrittenRule> {
  const { client, namespace } = scope;
  const write = effectiveWrite({ spec, namespace, replaced: stored });
  const warnings = await checkWrite(scope, write, source);
  const rule = await writeAsRead(scope, stored, (current) =>
    client.replace(GATEWAY_RULES, { ...current, spec }, FIELD_MANAGER),
  );
  if (nameOf(write.rule) !== nameOfRule(stored)) {
    await confirm(scope, stored, rule);
  }
  return { rule, warnings };
}

/**
 * Second check of a rule that was moved to another host or port: where a rule of another team has got it at the same time,
 * the spec of before is restored and the Problem thrown.
 */
async function confirm(scope: Scope, before: GatewayRule, moved: GatewayRule): Promise<void> {
  const problem = await problemOfWritten(scope, moved);
  if (problem !== undefined) {
    await writeAsRead(scope, moved, (current) =>
      scope.client.replace(GATEWAY_RULES, { ...current, spec: before.spec }, FIELD_MANAGER),
    );
    throw problem;
  }
}

/** Deletes a rule, unless it has been edited since it was read. */
export async function removeRule(scope: Scope, stored: GatewayRule): Promise<void> {
  await writeAsRead(scope, stored, ({ metadata: { namespace, name, uid, resourceVersion } }) =>
    scope.client.delete(GATEWAY_RULES, { namespace, name, uid, resourceVersion }),
  );
}

/** Maximum number of attempts of a write while only the rule's metadata or status changes. */
const MAX_ATTEMPTS = 5;

/**
 * Write to a rule as it was read; conflicts with changes of its metadata or status alone are retried. Throws the
 * Problem `ruleChanged` where its spec has changed, and `ruleNotFound` where it is gone.
 */
async function writeAsRead<T>(
  scope: Scope,
  stored: GatewayRule,
  write: (current: GatewayRule) => Promise<T>,
): Promise<T> {
  let current = stored;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      return await write(current);
    } catch (error) {
      current = await unchangedSince(scope, stored, error);
    }
  }
  throw ruleChanged(stored);
}

/** The current version of a rule after a failed write; throws where its spec has changed. */
async function unchangedSince(
  { client, namespace }: Scope,
  { metadata: { name, uid, generation } }: GatewayRule,
  error: unknown,
): Promise<GatewayRule> {
  if (!isFailure(error, 'conflict')) {
    throw goneOr(error, uid);
  }
  const now = await client.get(GATEWAY_RULES, { namespace, name }).catch((reason: unknown) => {
    throw goneOr(reason, uid);
  });
  if (now.metadata.uid !== uid || now.metadata.generation !== generation) {
    throw ruleChanged(now);
  }
  return now;
}

/** The error itself, or the Problem `ruleNotFound` where the rule is gone. */
function goneOr(error: unknown, uid: string): unknown {
  return isFailure(error, 'not-found') ? ruleNotFound(idOf(uid)) : error;
}

function ruleChanged(rule: GatewayRule): Problem {
  return new Problem('ruleChanged', `another client has edited ${keyOf(rule)} just now: read it again`);
}
