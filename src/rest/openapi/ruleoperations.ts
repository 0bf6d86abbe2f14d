import type { ProblemName } from '../problem/problem.ts';
import { INSIDE, OF_APPLICATION } from './common.ts';
import type { Operation, Parameter, Success } from './operation.ts';
import type { SchemaName } from './schemas.ts';

const TAG = 'gateway rules';

/** Errors of finding out that an http rule cannot be as it is wanted. */
const PLACING_HTTP: readonly ProblemName[] = [
  'componentNotFound',
  'portNotFound',
  'portClosed',
  'certificateNotFound',
  'ruleExists',
  'redirectInTheWay',
  'hostTaken',
];

const PLACING: readonly ProblemName[] = [...PLACING_HTTP, 'portNotOffered', 'addressTaken'];

/** Errors of changing a rule that is there. */
const CHANGING: readonly ProblemName[] = [
  'ruleNotFound',
  'managedElsewhere',
  'preconditionFailed',
  'ambiguous',
];

const IF_MATCH: Parameter = {
  description:
    'Entity tags, of which the rule must have one, or * for any: else nothing is done and the answer is 412.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: Parameter = {
  description: 'Entity tags: where the rule has one of them, the answer is 304 without a body.',
  schema: { type: 'string' },
};

const ETAG = { ETag: 'Stands for the rule as it is answered here.' };

/** One way to address the rules of an application. */
interface Collection {
  /** Last part of the path. */
  readonly name: string;
  /** End of the operations' ids. */
  readonly id: string;
  readonly what: string;
  readonly placing: readonly ProblemName[];
  readonly record: Success['body'];
  readonly edit: SchemaName;
}

const DOMAINS: Collection = {
  name: 'domains',
  id: 'Rule',
  what: 'rule',
  placing: PLACING,
  record: { oneOf: ['HttpRecord', 'TcpRecord'] },
  edit: 'EditedRule',
};

const HTTP_DOMAINS: Collection = {
  name: 'httpdomains',
  id: 'HttpRule',
  what: 'http rule',
  placing: PLACING_HTTP,
  record: 'HttpRecord',
  edit: 'EditedHttp',
};

/** The operations on gateway rules. */
export const ruleOperations: readonly Operation[] = [
  {
    id: 'createRule',
    method: 'post',
    path: `${OF_APPLICATION}/domains`,
    tag: TAG,
    summary: 'Create a gateway policy: an http or a tcp rule',
    body: 'PostGatewayRule',
    success: {
      status: 200,
      description: 'The rule is stored: all rules of the application.',
      body: 'GatewayRule',
    },
    problems: [...INSIDE, ...PLACING, 'ambiguous'],
  },
  {
    id: 'listRules',
    method: 'get',
    path: `${OF_APPLICATION}/domains`,
    tag: TAG,
    summary: 'List the rules of an application',
    query: {
      query: {
        description: 'http or tcp for the rules of one protocol; anything else is for both.',
        schema: { type: 'string', examples: ['http', 'tcp'] },
      },
    },
    success: {
      status: 200,
      description: 'The rules, the oldest first.',
      body: 'GatewayRulesOf',
    },
    problems: INSIDE,
  },
  ...onOneRule(DOMAINS),
  {
    id: 'createHttpRule',
    method: 'post',
    path: `${OF_APPLICATION}/httpdomains`,
    tag: TAG,
    summary: 'Create an http rule',
    body: 'Http',
    success: { status: 201, description: 'The rule is stored: its record.', body: 'HttpRecord' },
    problems: [...INSIDE, ...PLACING_HTTP, 'ambiguous'],
  },
  {
    id: 'listHttpRules',
    method: 'get',
    path: `${OF_APPLICATION}/httpdomains`,
    tag: TAG,
    summary: 'List the http rules of an application',
    success: { status: 200, description: 'The rules, the oldest first.', body: { listOf: 'HttpRecord' } },
    problems: INSIDE,
  },
  ...onOneRule(HTTP_DOMAINS),
  {
    id: 'listAllHttpRules',
    method: 'get',
    path: '/openapi/v1/httpdomains',
    tag: TAG,
    summary: 'List the http rules of all teams',
    query: {
      auto_ssl: {
        description: 'true or false: only rules that wait for a certificate from outside, or only others.',
        schema: { type: 'string', examples: ['true', 'false'] },
      },
      region_name: {
        description: 'The region whose rules are listed; the first one where it is left out.',
        schema: { type: 'string' },
      },
    },
    success: { status: 200, description: 'The rules.', body: { listOf: 'PlacedHttpRecord' } },
    problems: ['regionNotFound'],
  },
];

function onOneRule({ name, id, what, placing, record, edit }: Collection): Operation[] {
  const path = `${OF_APPLICATION}/${name}/{rule_id}`;
  const success = (description: string): Success => ({ status: 200, description, body: record });
  const headers = { 'If-Match': IF_MATCH };
  return [
    {
      id: `read${id}`,
      method: 'get',
      path,
      tag: TAG,
      summary: `Read one ${what}`,
      headers: { 'If-None-Match': IF_NONE_MATCH },
      conditional: true,
      success: { ...success('The rule.'), headers: ETAG },
      problems: [...INSIDE, 'ruleNotFound'],
    },
    {
      id: `edit${id}`,
      method: 'put',
      path,
      tag: TAG,
      summary: `Edit one ${what}: what the body leaves out stays as it is`,
      headers,
      body: edit,
      success: success('The rule as it is now.'),
      problems: [...INSIDE, ...placing, ...CHANGING, 'ruleChanged'],
    },
    {
      id: `delete${id}`,
      method: 'delete',
      path,
      tag: TAG,
      summary: `Delete one ${what}`,
      headers,
      success: success('The rule as it was.'),
      problems: [...INSIDE, ...CHANGING, 'ruleChanged'],
    },
  ];
}
