import type { GatewayRuleStatus } from '../api/gatewayrule.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { Recorder } from '../kube/recorder.ts';
import type { Resource } from '../kube/resource.ts';
import { happeningOf } from '../objects/happening.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../objects/stoa.ts';
import type { GatewayCaches } from './caches.ts';
import type { Action } from './decide.ts';
import type { Rendered } from './dialects/dialect.ts';

/** Owner of the fields that this controller applies, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-gateway';

/** What it takes to write; the caches hear of every write, so that the next decision builds on it. */
export interface Writer {
  readonly client: KubeClient;
  readonly caches: GatewayCaches;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
}

/** Carries an action out; throws KubeError. */
export async function perform(writer: Writer, action: Action): Promise<void> {
  switch (action.type) {
    case 'apply':
      return apply(writer, action.wanted);
    case 'restore':
      return (await allExist(writer, action.rules)) ? apply(writer, action.wanted) : undefined;
    case 'delete': {
      const { client, signal } = writer;
      const { resource, object } = action.stored;
      const { namespace, name, uid } = object.metadata;
      await unlessGone(client.delete(resource, { namespace, name, uid }, { signal }));
      cacheOf(writer, resource)?.deleted(object);
    }
  }
}

async function apply(writer: Writer, { resource, draft }: Rendered): Promise<void> {
  const { client, signal } = writer;
  const stored = await client.apply(resource, draft, FIELD_MANAGER, { signal });
  cacheOf(writer, resource)?.wrote(stored);
}

function cacheOf({ caches }: Writer, wanted: Resource) {
  return caches.owned.find(({ resource }) => resource === wanted)?.cache;
}

/**
 * Asks the API server for rules whose route has vanished: when a rule is deleted, the garbage collector may
 * be ahead of our watch, and a route made for a rule that is gone would only be collected again.
 */
async function allExist(writer: Writer, rules: readonly GatewayRule[]): Promise<boolean> {
  const found = await Promise.all(rules.map((rule) => reread(writer, rule)));
  return found.every((rule, index) => rule?.metadata.uid === rules[index]?.metadata.uid);
}

/** The rule as the API server has it now, which the caches take in; undefined where it is gone. */
async function reread(
  { client, caches, signal }: Writer,
  rule: GatewayRule,
): Promise<GatewayRule | undefined> {
  const { namespace, name } = rule.metadata;
  const found = await unlessGone(client.get(GATEWAY_RULES, { namespace, name }, { signal }));
  if (found === undefined) {
    caches.rules.deleted(rule);
  } else {
    caches.rules.wrote(found);
  }
  return found;
}

/**
 * Writes the status, if the rule is still the one that it speaks of. (A status apply ignores the uid, so only
 * the version tells a rule from another that was made under its name.) Where it is not, or where nobody
 * knows whether the write took effect, the rule is read again, so that the next decision does not build on
 * the state before; throws KubeError unless the rule is gone.
 */
export async function report(writer: Writer, rule: GatewayRule, status: GatewayRuleStatus): Promise<void> {
  try {
    writer.caches.rules.wrote(await applyStatus(writer, rule, status));
  } catch (error) {
    const outdated = REREAD.some((type) => isFailure(error, type));
    if (outdated && (await reread(writer, rule)) === undefined) {
      return;
    }
    throw error;
  }
  const happening = happeningOf(rule.status?.conditions ?? [], status.conditions ?? []);
  if (happening !== undefined) {
    writer.recorder.record(rule, happening);
  }
}

const REREAD = ['not-found', 'conflict', 'ambiguous'] as const;

function applyStatus(
  { client, signal }: Writer,
  rule: GatewayRule,
  status: GatewayRuleStatus,
): Promise<GatewayRule> {
  const { namespace, name, resourceVersion } = rule.metadata;
  const metadata = { name, resourceVersion, ...(namespace === undefined ? {} : { namespace }) };
  const draft = { ...GATEWAY_RULE_TYPE, metadata, status };
  return client.apply(GATEWAY_RULES, draft, FIELD_MANAGER, { subresource: 'status', signal });
}

/** Somebody else's deletion is not an error. */
async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isFailure(error, 'not-found')) {
      return undefined;
    }
    throw error;
  }
}
