import { z } from 'zod';
import { rangeOf } from '../../../monitor/range.ts';
import type { ApplicationCall } from '../../http/call.ts';
import { type Operation, onApplication } from '../../http/operation.ts';
import { flagInQuery, inQuery, type Parameter } from '../../http/parameters.ts';
import { invalidFields, type ProblemName } from '../../problem/problem.ts';
import type { Selection } from './monitored.ts';
import { componentMonitorSchema, monitorRecord } from './record.ts';
import { createReporter, type ReportRequest } from './reporter.ts';

const TAG = 'monitoring';

const IS_OUTER = flagInQuery('true or 1: only components with an open port. false, 0 or left out: all.');

const EXACT = flagInQuery(
  'true or 1: values are not rounded up, and items without values are listed with the reason. false, 0 or left out: as the configuration says.',
);

/** Longest name of a Kubernetes object. */
const MAX_ID = 253;

/** Parameters of the query that both operations have. */
const COMMON = {
  is_outer: IS_OUTER,
  exact: EXACT,
  rule: idInQuery(
    'Only the requests of this rule, by its http_rule_id or tcp_rule_id, for the component that it leads to.',
    '0b7e1c52000040008000000000000001',
  ),
  install: idInQuery('Only the components of this install, by its install_id or its name.', 'shop'),
};

/** Header with the cost of a response. */
const COST = 'Stoa-Queries';

const SUCCESS = {
  status: 200,
  description: 'The components, each with its items that have values; with exact, each with every item.',
  body: z.array(componentMonitorSchema),
  headers: { [COST]: 'Number of queries that were sent to Prometheus; 0 if others asked the same just now.' },
} as const;

const PROBLEMS: readonly ProblemName[] = [
  'monitorUnreachable',
  'monitorUnauthorized',
  'monitorMalformed',
  'monitorRefused',
  'monitorTooLarge',
  'monitorBusy',
  'monitorTooSlow',
  'ruleNotFound',
  'installNotFound',
];

/** The operations on the usage of components. */
export function monitorOperations(): readonly Operation[] {
  const report = createReporter();
  return [
    onApplication({
      id: 'queryMonitor',
      method: 'get',
      path: '/monitor/query',
      tag: TAG,
      summary: 'Real-time monitoring of the components of an application',
      parameters: COMMON,
      success: SUCCESS,
      problems: PROBLEMS,
      handle: async ({ scope, log, value }) => {
        const { reports, queries } = await report(scope, requestOf(value), log);
        return { body: reports.map((each) => monitorRecord(each, 'vector')), headers: costOf(queries) };
      },
    }),
    onApplication({
      id: 'queryMonitorRange',
      method: 'get',
      path: '/monitor/query_range',
      tag: TAG,
      summary: 'Monitoring of the components of an application over a time',
      parameters: {
        start: instant('Begin of the range'),
        end: instant('End of the range, at most 31 days after its begin'),
        step: inQuery(
          'Time between two samples, as seconds or as a duration such as 5m; 60 s where left out.',
          ['60', '5m'],
        ),
        ...COMMON,
      },
      success: SUCCESS,
      problems: PROBLEMS,
      handle: async ({ scope, log, value }) => {
        const request = requestOf(value);
        const parsed = rangeOf({ start: value('start'), end: value('end'), step: value('step') });
        if (parsed.type === 'invalid') {
          throw invalidFields(parsed.problems);
        }
        const { reports, queries } = await report(scope, { ...request, range: parsed.range }, log);
        return { body: reports.map((each) => monitorRecord(each, 'matrix')), headers: costOf(queries) };
      },
    }),
  ];
}

/** Values of the parameters that both operations have. */
interface CommonParameters {
  readonly is_outer: boolean | undefined;
  readonly exact: boolean | undefined;
  readonly rule: string | undefined;
  readonly install: string | undefined;
}

/** Request for reports by these parameters; throws the Problem `invalid` where they exclude each other. */
function requestOf(value: ApplicationCall<CommonParameters>['value']): ReportRequest {
  return {
    selection: { of: partOf(value('rule'), value('install')), outerOnly: value('is_outer') ?? false },
    exact: value('exact') ?? false,
  };
}

/** Part of the application that the parameters `rule` and `install` name. */
function partOf(rule: string | undefined, install: string | undefined): Selection['of'] {
  if (rule !== undefined && install !== undefined) {
    throw invalidFields([{ field: 'install', message: 'must not be there together with rule' }]);
  }
  if (rule !== undefined) {
    return { type: 'rule', id: rule };
  }
  return install === undefined ? { type: 'application' } : { type: 'install', id: install };
}

function costOf(queries: number): Readonly<Record<string, string>> {
  return { [COST]: String(queries) };
}

function instant(name: string): Parameter {
  const examples = ['1710000000', '2024-03-09T16:00:00Z'];
  return {
    ...inQuery(`${name}, as Unix seconds or as a time such as 2024-03-09T16:00:00Z.`, examples),
    required: true,
  };
}

/** An id or a name in the query; an empty one is none. */
function idInQuery(description: string, example: string): Parameter<string | undefined> {
  const schema = { type: 'string', maxLength: MAX_ID, examples: [example] };
  return { in: 'query', description, schema, read: idIn };
}

function idIn(value: unknown, field: string): string | undefined {
  if (value === undefined || value === '') {
    return undefined;
  }
  if (typeof value !== 'string' || value.length > MAX_ID) {
    throw invalidFields([{ field, message: `must be there once, with at most ${MAX_ID} characters` }]);
  }
  return value;
}
