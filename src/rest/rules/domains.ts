import { isDeepStrictEqual } from 'node:util';
import type { GatewayRuleSpec } from '../../api/gatewayrule.ts';
import { LABELS } from '../../api/group.ts';
import { isFailure } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { SERVICES } from '../../objects/core.ts';
import { GATEWAY_RULE_TYPE, GATEWAY_RULES, type GatewayRule } from '../../objects/stoa.ts';
import type { Write } from '../../rule/write.ts';
import { idOf } from '../contract/id.ts';
import type { RecordSource } from '../contract/rule/record.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import type { WatchedRegion } from '../watched.ts';
import { checkCreated, checkWrite, isFree } from './check.ts';
import { refuseManaged } from './gitops.ts';
import { ruleName } from './name.ts';

/** Owner of the fields that this API writes, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-rest';

/** How often a write is sent again when only the rule's metadata or status has changed meanwhile. */
const MAX_ATTEMPTS = 5;

/** The application's rules and the Services of its components, read as the caller. */
export async function readSource({
  client,
  namespace,
  application,
  region,
  teamId,
}: Scope): Promise<RecordSource> {
  const { id } = application.spec;
  const [rules, services] = await Promise.all([
    client.list(GATEWAY_RULES, { namespace }),
    client.list(SERVICES, { namespace, labelSelector: `${LABELS.appId}=${id}` }),
  ]);
  return { region, teamId, services, rules: rules.filter(({ spec }) => spec.appId === id) };
}

/** The same, at least as new as a rule that was written just now. */
export async function readSince(scope: Scope, written: GatewayRule): Promise<RecordSource> {
  const { watched } = scope;
  return watched?.has(written) ? watchedSource(scope, watched) : readSource(scope);
}

function watchedSource(
  { namespace, application, region, teamId }: Scope,
  watched: WatchedRegion,
): RecordSource {
  return { region, teamId, ...watched.applicationWith(namespace, application.spec.id) };
}

/** The application's rule with an id and one of the protocols; throws the Problem `ruleNotFound`. */
export function findRule({ rules }: RecordSource, id: string, protocols: readonly string[]): GatewayRule {
  const rule = rules.find(({ metadata }) => idOf(metadata.uid) === id);
  if (rule === undefined || !protocols.includes(rule.spec.protocol)) {
    throw notFound(id);
  }
  return rule;
}

/** "Create a gateway policy": writes a rule with a spec. */
export async function createRule(scope: Scope, spec: GatewayRuleSpec): Promise<GatewayRule> {
  const { client, namespace } = scope;
  const source = await sourceFor(scope, { spec, namespace });
  const name = ruleName(spec, new Set(source.rules.map(({ metadata }) => metadata.name)));
  const draft = { ...GATEWAY_RULE_TYPE, metadata: { name, namespace }, spec };
  const created = await client.create(GATEWAY_RULES, draft, FIELD_MANAGER).catch((error: unknown) => {
    if (isFailure(error, 'already-exists')) {
      throw new Problem('ruleExists', `there is a GatewayRule ${keyOf(draft)} already`);
    }
    if (isFailure(error, 'ambiguous')) {
      return readBack(scope, name, spec);
    }
    throw error;
  });
  await confirm(scope, created);
  return created;
}

/**
 * Looks again when what is watched has come to a rule that was just created, and with it to all that is older: of
 * two that are in each other's way and were written at once, the later one goes, and its Problem is thrown.
 */
async function confirm(scope: Scope, created: GatewayRule): Promise<void> {
  const { watched, client } = scope;
  if (watched === undefined || !(await watched.waitFor(created))) {
    return;
  }
  try {
    await checkCreated(scope, created, watched);
  } catch (problem) {
    const { namespace, name, uid } = created.metadata;
    const gone = await client.delete(GATEWAY_RULES, { namespace, name, uid }).then(
      () => true,
      (error: unknown) => isFailure(error, 'not-found'),
    );
    // One that cannot be taken back is there: its status will say what is in the way.
    if (gone) {
      throw problem;
    }
  }
}

/**
 * The application beside which a rule is to be written; throws the Problem that stands in the way. Nothing is
 * refused by what is watched alone: the API server is asked whether it is still so.
 */
async function sourceFor(scope: Scope, write: Write): Promise<RecordSource> {
  const { watched } = scope;
  if (watched !== undefined) {
    const known = watchedSource(scope, watched);
    if (await isFree(scope, write, known, watched)) {
      return known;
    }
  }
  const source = await readSource(scope);
  await checkWrite(scope, write, source);
  return source;
}

/** The rule that a write of unknown end was to make: it took effect if the rule is there. */
async function readBack(
  { client, namespace }: Scope,
  name: string,
  spec: GatewayRuleSpec,
): Promise<GatewayRule> {
  const found = await client.get(GATEWAY_RULES, { namespace, name }).catch(() => undefined);
  if (found === undefined || !isDeepStrictEqual(found.spec, spec)) {
    throw new Problem(
      'ambiguous',
      `look whether there is a GatewayRule ${namespace}/${name}, or send it again`,
    );
  }
  return found;
}

/** Gives a rule of `source` another spec; the object, and so its age, stays. */
export async function editRule(
  scope: Scope,
  stored: GatewayRule,
  spec: GatewayRuleSpec,
  source: RecordSource,
): Promise<GatewayRule> {
  const { client, namespace } = scope;
  await checkWrite(scope, { spec, namespace, replaced: stored }, source);
  return writeAsRead(scope, stored, (current) =>
    client.replace(GATEWAY_RULES, { ...current, spec }, FIELD_MANAGER),
  );
}

/** Deletes a rule, unless it has been edited since it was read. */
export async function deleteRule(scope: Scope, stored: GatewayRule): Promise<void> {
  refuseManaged(stored);
  await writeAsRead(scope, stored, ({ metadata: { namespace, name, uid, resourceVersion } }) =>
    scope.client.delete(GATEWAY_RULES, { namespace, name, uid, resourceVersion }),
  );
}

/** Sends a write that is for a rule as it was read, again where only its metadata or status have changed since. */
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
  throw changed(stored);
}

/** The rule as it is now, after a write of it that came too late; throws where its spec is another. */
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
    throw changed(now);
  }
  return now;
}

/** An error, or what it means where the rule with the uid has gone. */
function goneOr(error: unknown, uid: string): unknown {
  return isFailure(error, 'not-found') ? notFound(idOf(uid)) : error;
}

function notFound(id: string): Problem {
  return new Problem('ruleNotFound', `rule_id: the application has no rule ${id}`);
}

function changed(rule: GatewayRule): Problem {
  return new Problem('ruleChanged', `somebody has edited ${keyOf(rule)} just now: read it again`);
}
