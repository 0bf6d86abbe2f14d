import { z } from 'zod';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { RequestBody } from '../contract/body.ts';
import { gatewayRuleBody, type RecordSource, recordOf } from '../contract/rule/record.ts';
import {
  editedSpec,
  httpRuleEditBody,
  type NewRule,
  newHttpRuleBody,
  newRuleBody,
  newSpec,
  type RuleEdit,
  ruleEditBody,
} from '../contract/rule/request.ts';
import {
  gatewayRuleSchema,
  gatewayRulesOfSchema,
  type HttpRecord,
  httpRecordSchema,
  placedRecordSchema,
  type TcpRecord,
  tcpRecordSchema,
} from '../contract/rule/response.ts';
import { refuseManaged } from '../ownership.ts';
import type { ProblemName } from '../problem/problem.ts';
import { listAllHttpRules } from '../rules/allteams.ts';
import { createRule } from '../rules/create.ts';
import { editRule } from '../rules/edit.ts';
import { effectsOfRemoval, effectsOfRule } from '../rules/effects.ts';
import { etagOf, requireMatch } from '../rules/etag.ts';
import { removeRule } from '../rules/remove.ts';
import { findRule, readSince, readSource, withRule } from '../rules/source.ts';
import type { Scope } from '../scope.ts';
import type { ApplicationCall } from './call.ts';
import { type Operation, onApplication, onRegion } from './operation.ts';
import { flagInQuery, inHeader, inPath, inQuery, REGION_IN_QUERY } from './parameters.ts';
import { writeOnApplication } from './write.ts';

const TAG = 'gateway rules';

/** Problems of the checks before an http rule is written. */
const HTTP_CHECKS: readonly ProblemName[] = [
  'componentNotFound',
  'portNotFound',
  'portClosed',
  'certificateNotFound',
  'issuerNotAllowed',
  'ruleExists',
  'redirectInTheWay',
  'hostTaken',
  'nameNotDeclared',
  'teamLimit',
];

/** Problems of the checks before a rule of either protocol is written. */
const CHECKS: readonly ProblemName[] = [...HTTP_CHECKS, 'portNotOffered', 'addressTaken'];

/** Problems of a write to a stored rule. */
const CHANGES: readonly ProblemName[] = [
  'ruleNotFound',
  'managedElsewhere',
  'preconditionFailed',
  'ambiguous',
  'ruleChanged',
];

const RULE_ID = inPath('Rule: http_rule_id or tcp_rule_id of its record.');

const IF_MATCH = inHeader(
  'Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412.',
);

const IF_NONE_MATCH = inHeader(
  'Entity tags: where the rule has one of them, the answer is 304 without a body.',
);

/** A collection of rules: both protocols, or http rules alone as older clients of the contract's original know them. */
interface RuleCollection {
  readonly path: string;
  readonly protocols: readonly string[];
  /** Suffix of the ids of its operations. */
  readonly id: string;
  readonly noun: string;
  readonly checks: readonly ProblemName[];
  readonly record: z.ZodType<HttpRecord | TcpRecord>;
  readonly edit: RequestBody<RuleEdit>;
}

const DOMAINS: RuleCollection = {
  path: '/domains',
  protocols: ['http', 'tcp'],
  id: 'Rule',
  noun: 'rule',
  checks: CHECKS,
  record: z.union([httpRecordSchema, tcpRecordSchema]),
  edit: ruleEditBody,
};

const HTTP_DOMAINS: RuleCollection = {
  path: '/httpdomains',
  protocols: ['http'],
  id: 'HttpRule',
  noun: 'http rule',
  checks: HTTP_CHECKS,
  record: httpRecordSchema,
  edit: httpRuleEditBody,
};

/** The operations on gateway rules. */
export const ruleOperations: readonly Operation[] = [
  writeOnApplication({
    id: 'createRule',
    method: 'post',
    path: DOMAINS.path,
    tag: TAG,
    summary: 'Create a gateway policy: an http or a tcp rule',
    parameters: {},
    body: newRuleBody,
    success: {
      status: 200,
      description: 'The rule is stored: all rules of the application.',
      body: gatewayRuleSchema,
    },
    problems: [...DOMAINS.checks, 'ambiguous'],
    handle: async (call) => {
      const { rule, source } = await createdRule(call);
      return { body: gatewayRuleBody(source), ...effectsOfRule(rule) };
    },
  }),
  onApplication({
    id: 'listRules',
    method: 'get',
    path: DOMAINS.path,
    tag: TAG,
    summary: 'List the rules of an application',
    parameters: {
      query: inQuery('http or tcp for the rules of one protocol; anything else is for both.', [
        'http',
        'tcp',
      ]),
    },
    success: { status: 200, description: 'The rules, the oldest first.', body: gatewayRulesOfSchema },
    problems: [],
    handle: async ({ scope, value }) => {
      const { http, tcp } = gatewayRuleBody(await readSource(scope));
      const protocol = value('query');
      return { body: { ...(protocol === 'tcp' ? {} : { http }), ...(protocol === 'http' ? {} : { tcp }) } };
    },
  }),
  ...onOneRule(DOMAINS),
  writeOnApplication({
    id: 'createHttpRule',
    method: 'post',
    path: HTTP_DOMAINS.path,
    tag: TAG,
    summary: 'Create an http rule',
    parameters: {},
    body: newHttpRuleBody,
    success: { status: 201, description: 'The rule is stored: its record.', body: HTTP_DOMAINS.record },
    problems: [...HTTP_DOMAINS.checks, 'ambiguous'],
    handle: async (call) => {
      const { rule, source } = await createdRule(call);
      return { body: recordOf(rule, source), ...effectsOfRule(rule) };
    },
  }),
  onApplication({
    id: 'listHttpRules',
    method: 'get',
    path: HTTP_DOMAINS.path,
    tag: TAG,
    summary: 'List the http rules of an application',
    parameters: {},
    success: { status: 200, description: 'The rules, the oldest first.', body: z.array(httpRecordSchema) },
    problems: [],
    handle: async ({ scope }) => ({ body: gatewayRuleBody(await readSource(scope)).http }),
  }),
  ...onOneRule(HTTP_DOMAINS),
  onRegion({
    id: 'listAllHttpRules',
    method: 'get',
    path: '/openapi/v1/httpdomains',
    tag: TAG,
    summary: 'List the http rules of all teams',
    parameters: {
      auto_ssl: flagInQuery(
        'true or false: only rules that wait for a certificate from outside, or only others.',
      ),
      region_name: REGION_IN_QUERY,
    },
    success: { status: 200, description: 'The rules.', body: z.array(placedRecordSchema) },
    problems: [],
    handle: async ({ caller, value }) => ({ body: await listAllHttpRules(caller, value('auto_ssl')) }),
  }),
];

/** The operations on one rule of a collection. */
function onOneRule(collection: RuleCollection): readonly Operation[] {
  return [readOperation(collection), editOperation(collection), removeOperation(collection)];
}

function readOperation(collection: RuleCollection): Operation {
  return onApplication({
    id: `read${collection.id}`,
    method: 'get',
    path: `${collection.path}/:rule_id`,
    tag: TAG,
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
      return { body: recordOf(rule, source), headers: { etag: etagOf(rule, source) } };
    },
  });
}

function editOperation(collection: RuleCollection): Operation {
  return writeOnApplication({
    id: `edit${collection.id}`,
    method: 'put',
    path: `${collection.path}/:rule_id`,
    tag: TAG,
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
        editedSpec(call.body(), rule.spec, scope.tcpAddress),
        source,
      );
      const now = withRule(await readSource(scope), edited);
      return { body: recordOf(edited, now), ...effectsOfRule(edited, rule) };
    },
  });
}

function removeOperation(collection: RuleCollection): Operation {
  return writeOnApplication({
    id: `delete${collection.id}`,
    method: 'delete',
    path: `${collection.path}/:rule_id`,
    tag: TAG,
    summary: `Delete one ${collection.noun}`,
    parameters: { rule_id: RULE_ID, 'If-Match': IF_MATCH },
    success: { status: 200, description: 'The rule as it was.', body: collection.record },
    problems: CHANGES,
    handle: async (call) => {
      const { rule, source } = await ruleToChange(call, collection);
      await removeRule(call.scope, rule);
      return { body: recordOf(rule, source), ...effectsOfRemoval(rule) };
    },
  });
}

/** A stored rule, and the rules and Services beside it. */
interface StoredRule {
  readonly rule: GatewayRule;
  readonly source: RecordSource;
}

/** The rule that a request creates, with what is beside it afterwards. */
async function createdRule({ scope, body }: ApplicationCall<unknown, NewRule>): Promise<StoredRule> {
  const rule = await createRule(scope, newSpec(body(), scope.application.spec.id, scope.tcpAddress));
  return { rule, source: await readSince(scope, rule) };
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
