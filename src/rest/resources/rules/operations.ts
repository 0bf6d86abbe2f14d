import { z } from 'zod';
import type { ApplicationCall } from '../../http/call.ts';
import { type Operation, onApplication, onRegion } from '../../http/operation.ts';
import { flagInQuery, inQuery, REGION_IN_QUERY } from '../../http/parameters.ts';
import { writeOnApplication } from '../../http/write.ts';
import type { ProblemName } from '../../problem/problem.ts';
import { listAllHttpRules } from './allteams.ts';
import { CHECKED_PROBLEMS } from './checks.ts';
import { createRule, type WrittenRule } from './create.ts';
import { effectsOfRule } from './effects.ts';
import { onOneRule, RULES_TAG, type RuleCollection, type StoredRule } from './onerule.ts';
import {
  gatewayRuleBody,
  gatewayRuleSchema,
  gatewayRulesOfSchema,
  httpRecordSchema,
  placedRecordSchema,
  ruleRecord,
  tcpRecordSchema,
  tlsRecordSchema,
} from './record.ts';
import { httpRuleEditBody, type NewRule, newHttpRuleBody, newRuleBody, ruleEditBody } from './request.ts';
import { readSince, readSource } from './source.ts';
import { newSpec } from './spec.ts';

/** Problems that only a rule for a port can have. */
const OF_PORTS: readonly ProblemName[] = ['portNotOffered', 'addressTaken'];

const DOMAINS: RuleCollection = {
  path: '/domains',
  protocols: ['http', 'tcp', 'tls'],
  id: 'Rule',
  noun: 'rule',
  checks: CHECKED_PROBLEMS,
  record: z.union([httpRecordSchema, tcpRecordSchema, tlsRecordSchema]),
  edit: ruleEditBody,
};

const HTTP_DOMAINS: RuleCollection = {
  path: '/httpdomains',
  protocols: ['http'],
  id: 'HttpRule',
  noun: 'http rule',
  checks: CHECKED_PROBLEMS.filter((problem) => !OF_PORTS.includes(problem)),
  record: httpRecordSchema,
  edit: httpRuleEditBody,
};

/** The operations on gateway rules. */
export const ruleOperations: readonly Operation[] = [
  writeOnApplication({
    id: 'createRule',
    method: 'post',
    path: DOMAINS.path,
    tag: RULES_TAG,
    summary: 'Create a gateway policy: an http, a tcp or a tls rule',
    parameters: {},
    body: newRuleBody,
    success: {
      status: 200,
      description: 'The rule is stored: all rules of the application.',
      body: gatewayRuleSchema,
    },
    problems: [...DOMAINS.checks, 'ambiguous'],
    handle: async (call) => {
      const { rule, source, warnings } = await createdRule(call);
      return { body: gatewayRuleBody(source), ...effectsOfRule(call.scope, { rule, warnings }) };
    },
  }),
  onApplication({
    id: 'listRules',
    method: 'get',
    path: DOMAINS.path,
    tag: RULES_TAG,
    summary: 'List the rules of an application',
    parameters: {
      query: inQuery('http, tcp or tls for the rules of one protocol; anything else is for all.', [
        'http',
        'tcp',
        'tls',
      ]),
    },
    success: { status: 200, description: 'The rules, the oldest first.', body: gatewayRulesOfSchema },
    problems: [],
    handle: async ({ scope, value }) => {
      const all = gatewayRuleBody(await readSource(scope));
      const { http, tcp, tls = [] } = all;
      switch (value('query')) {
        case 'http':
          return { body: { http } };
        case 'tcp':
          return { body: { tcp } };
        case 'tls':
          return { body: { tls } };
        default:
          return { body: all };
      }
    },
  }),
  ...onOneRule(DOMAINS),
  writeOnApplication({
    id: 'createHttpRule',
    method: 'post',
    path: HTTP_DOMAINS.path,
    tag: RULES_TAG,
    summary: 'Create an http rule',
    parameters: {},
    body: newHttpRuleBody,
    success: { status: 201, description: 'The rule is stored: its record.', body: HTTP_DOMAINS.record },
    problems: [...HTTP_DOMAINS.checks, 'ambiguous'],
    handle: async (call) => {
      const { rule, source, warnings } = await createdRule(call);
      return { body: ruleRecord(rule, source), ...effectsOfRule(call.scope, { rule, warnings }) };
    },
  }),
  onApplication({
    id: 'listHttpRules',
    method: 'get',
    path: HTTP_DOMAINS.path,
    tag: RULES_TAG,
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
    tag: RULES_TAG,
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

/** The rule that a request creates, with what is beside it afterwards. */
async function createdRule({
  scope,
  body,
}: ApplicationCall<unknown, NewRule>): Promise<StoredRule & WrittenRule> {
  const { rule, warnings } = await createRule(
    scope,
    newSpec(body(), scope.application.spec.id, scope.tcpAddress),
  );
  return { rule, warnings, source: await readSince(scope, rule) };
}
