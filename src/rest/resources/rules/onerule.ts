import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { GatewayRule } from '../../../objects/stoa.ts';
import type { RequestBody } from '../../http/body.ts';
import type { ApplicationCall } from '../../http/call.ts';
import { type Operation, onApplication } from '../../http/operation.ts';
import { inHeader, inPath } from '../../http/parameters.ts';
import { writeOnApplication } from '../../http/write.ts';
import { refuseManaged } from '../../ownership.ts';
import { Problem, type ProblemName } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { editRule, removeRule } from './edit.ts';
import { effectsOfRemoval, effectsOfRule } from './effects.ts';
import { type HttpRecord, type RecordSource, ruleRecord, type TcpRecord, type TlsRecord } from './record.ts';
import type { RuleEdit } from './request.ts';
import { findRule, readSource, withRule } from './source.ts';
import { editedSpec } from './spec.ts';

/** Tag of the operations on gateway rules. */
export const RULES_TAG = 'gateway rules';

/** A collection of rules: all protocols, or http rules alone as older clients of the contract's original know them. */
export interface RuleCollection {
  readonly path: string;
  readonly protocols: readonly string[];
  /** Suffix of the ids of its operations. */
  readonly id: string;
  readonly noun: string;
  readonly checks: readonly ProblemName[];
  readonly record: z.ZodType<HttpRecord | TcpRecord | TlsRecord>;
  readonly edit: RequestBody<RuleEdit>;
}

/** Problems of a write to a stored rule. */
const CHANGES: readonly ProblemName[] = [
  'ruleNotFound',
  'managedElsewhere',
  'preconditionFailed',
  'ambiguous',
  'ruleChanged',
];

const RULE_ID = inPath('Rule: http_rule_id, tcp_rule_id or tls_rule_id of its record.');

const IF_MATCH = inHeader(
  'Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412.',
);

const IF_NONE_MATCH = inHeader(
  'Entity tags: where the rule has one of them, the answer is 304 without a body.',
);

/** The operations on one rule of a collection. */
export function onOneRule(collection: RuleCollection): readonly Operation[] {
  return [readOperation(collection), editOperation(collection), removeOperation(collection)];
}

function readOperation(collection: RuleCollection): Operation {
  return onApplication({
    id: `read${collection.id}`,
    method: 'get',
    path: `${collection.path}/:rule_id`,
    tag: RULES_TAG,
    summary: `Read one ${collection.noun}`,
    parameters: { rule_id: RULE_ID, 'If-None-Match': IF_NONE_MATCH },
    conditional: true,
    success: {
      status: 200,
      description: 'The rule.',
      body: collection.record,
      headers: { ETag: 'Stands for the rule as it is answered here.' },
    },
    problems: ['ruleNotFound'],
    handle: async ({ scope, value }) => {
      const { rule, source } = await storedRule(scope, value('rule_id'), collection);
      return { body: ruleRecord(rule, source), headers: { etag: etagOf(rule, source) } };
    },
  });
}

function editOperation(collection: RuleCollection): Operation {
  return writeOnApplication({
    id: `edit${collection.id}`,
    method: 'put',
    path: `${collection.path}/:rule_id`,
    tag: RULES_TAG,
    summary: `Edit one ${collection.noun}: what the body leaves out stays as it is`,
    parameters: { rule_id: RULE_ID, 'If-Match': IF_MATCH },
    body: collection.edit,
    success: { status: 200, description: 'The rule as it is now.', body: collection.record },
    problems: [...collection.checks, ...CHANGES],
    handle: async (call) => {
      const { scope } = call;
      const { rule, source } = await ruleToChange(call, collection);
      const edited = await editRule(
        scope,
        rule,
        editedSpec(
          call.body(),
          {
            spec: rule.spec,
            appId: scope.application.spec.id,
            services: source.services,
            certificate: rule.status?.certificate,
          },
          scope.tcpAddress,
        ),
        source,
      );
      const body = ruleRecord(edited.rule, withRule(source, edited.rule));
      return { body, ...effectsOfRule(scope, edited, rule) };
    },
  });
}

function removeOperation(collection: RuleCollection): Operation {
  return writeOnApplication({
    id: `delete${collection.id}`,
    method: 'delete',
    path: `${collection.path}/:rule_id`,
    tag: RULES_TAG,
    summary: `Delete one ${collection.noun}`,
    parameters: { rule_id: RULE_ID, 'If-Match': IF_MATCH },
    success: { status: 200, description: 'The rule as it was.', body: collection.record },
    problems: CHANGES,
    handle: async (call) => {
      const { rule, source } = await ruleToChange(call, collection);
      await removeRule(call.scope, rule);
      return { body: ruleRecord(rule, source), ...effectsOfRemoval(rule) };
    },
  });
}

/** A stored rule, and the rules and Services beside it. */
export interface StoredRule {
  readonly rule: GatewayRule;
  readonly source: RecordSource;
}

async function storedRule(scope: Scope, id: string, { protocols }: RuleCollection): Promise<StoredRule> {
  const source = await readSource(scope);
  return { rule: findRule(source, id, protocols), source };
}

/** The stored rule of a request that changes it; throws where its entity tag or its manager forbids that. */
async function ruleToChange(
  { scope, value }: ApplicationCall<ChangeParameters>,
  collection: RuleCollection,
): Promise<StoredRule> {
  const { rule, source } = await storedRule(scope, value('rule_id'), collection);
  requireMatch(value('If-Match'), etagOf(rule, source));
  refuseManaged(rule);
  return { rule, source };
}

interface ChangeParameters {
  readonly rule_id: string;
  readonly 'If-Match': string | undefined;
}

/**
 * Entity tag of a rule: it changes with every edit, also of fields that its record does not have, and with the
 * record itself, but not with the status alone.
 */
export function etagOf(rule: GatewayRule, source: RecordSource): string {
  const { uid, generation } = rule.metadata;
  const shown = JSON.stringify([uid, generation, ruleRecord(rule, source)]);
  return `"${createHash('sha256').update(shown).digest('base64url').slice(0, 22)}"`;
}

/**
 * Throws the Problem `preconditionFailed` where a header If-Match does not have a rule's entity tag. Weak tags
 * never match (RFC 9110, 13.1.1).
 */
export function requireMatch(header: string | undefined, etag: string): void {
  if (header === undefined || header.trim() === '*') {
    return;
  }
  const tags: readonly string[] = header.match(/(W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(etag)) {
    throw new Problem(
      'preconditionFailed',
      'If-Match: the rule is not, or no longer, what you have read: read it again and decide anew',
    );
  }
}
