import type { GatewayRuleStatus } from '../api/gatewayrule.ts';
import type { Bounded } from '../base/bounded.ts';
import { reportStatus, reread } from '../controller/status.ts';
import type { Rendered } from '../engines/object.ts';
import type { KubeClient } from '../kube/client.ts';
import { ignoreNotFound } from '../kube/error.ts';
import type { Recorder } from '../kube/recorder.ts';
import type { Resource } from '../kube/resource.ts';
import { withDigest } from '../objects/applied.ts';
import type { AppliedObjects } from '../objects/applies.ts';
import { eventRecordOf } from '../objects/eventrecord.ts';
import { GATEWAY_RULES, type GatewayRule } from '../objects/stoa.ts';
import { applyNoted } from './apply.ts';
import type { GatewayCaches } from './caches.ts';
import type { Action } from './decide.ts';
import { FIELD_MANAGER } from './owned.ts';

/** Client and recorder for writes, and the caches, which take every write over for the next decision. */
export interface Writer {
  readonly client: KubeClient;
  readonly caches: GatewayCaches;
  readonly applies: AppliedObjects;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
}

/** Carries an action out. Throws KubeError. */
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
      await ignoreNotFound(client.delete(resource, { namespace, name, uid }, { signal }));
      cacheOf(writer, resource)?.deleted(object);
    }
  }
}

async function apply(writer: Writer, { resource, draft }: Rendered): Promise<void> {
  const { client, applies, signal } = writer;
  return applyNoted(applies, cacheOf(writer, resource), draft, () =>
    client.apply(resource, withDigest(draft), FIELD_MANAGER, { signal }),
  );
}

function cacheOf({ caches }: Writer, wanted: Resource) {
  return caches.owned.find(({ resource }) => resource === wanted)?.cache;
}

/**
 * Reads rules whose object has vanished from the API server: when a rule is deleted, the garbage collector may be
 * ahead of our watch, and an object made for a rule that is gone would only be collected again.
 */
async function allExist(writer: Writer, rules: readonly GatewayRule[]): Promise<boolean> {
  const found = await Promise.all(rules.map((rule) => reread(reading(writer), rule)));
  return found.every((rule, index) => rule?.metadata.uid === rules[index]?.metadata.uid);
}

/** Writes the status of a rule, and records an Event where it tells of one. Throws KubeError unless the rule is gone. */
export async function report(
  writer: Writer,
  rule: GatewayRule,
  status: Bounded<GatewayRuleStatus>,
): Promise<void> {
  const to = { ...reading(writer), fieldManager: FIELD_MANAGER };
  const event = eventRecordOf(rule.status?.conditions ?? [], status.conditions ?? []);
  if ((await reportStatus(to, rule, status)) && event !== undefined) {
    writer.recorder.record(rule, event);
  }
}

function reading({ client, caches, signal }: Writer) {
  return { client, resource: GATEWAY_RULES, cache: caches.rules, signal };
}
