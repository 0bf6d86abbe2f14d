import { isFailure } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import { idOf } from '../contract/id.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { ruleNotFound } from './source.ts';

/** Maximum number of attempts of a write while only the rule's metadata or status changes. */
const MAX_ATTEMPTS = 5;

/**
 * Write to a rule as it was read; conflicts with changes of its metadata or status alone are retried. Throws the
 * Problem `ruleChanged` where its spec has changed, and `ruleNotFound` where it is gone.
 */
export async function writeAsRead<T>(
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
