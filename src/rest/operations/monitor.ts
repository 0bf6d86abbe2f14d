import { z } from 'zod';
import { rangeOf } from '../../monitor/range.ts';
import { monitorRecord } from '../contract/monitor/record.ts';
import { componentMonitorSchema } from '../contract/monitor/response.ts';
import { createReporter } from '../monitor/reporter.ts';
import { invalidFields, type ProblemName } from '../problem/problem.ts';
import { type Operation, onApplication } from './operation.ts';
import { flagInQuery, inQuery, type Parameter } from './parameters.ts';

const TAG = 'monitoring';

const IS_OUTER = flagInQuery('true or 1: only components with an open port. false, 0 or left out: all.');

/** Header with the cost of a response. */
const COST = 'Stoa-Queries';

const SUCCESS = {
  status: 200,
  description: 'The components, each with every item.',
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
      parameters: { is_outer: IS_OUTER },
      success: SUCCESS,
      problems: PROBLEMS,
      handle: async ({ scope, log, value }) => {
        const { reports, queries } = await report(scope, { outerOnly: value('is_outer') ?? false }, log);
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
        is_outer: IS_OUTER,
      },
      success: SUCCESS,
      problems: PROBLEMS,
      handle: async ({ scope, log, value }) => {
        const outerOnly = value('is_outer') ?? false;
        const parsed = rangeOf({ start: value('start'), end: value('end'), step: value('step') });
        if (parsed.type === 'invalid') {
          throw invalidFields(parsed.problems);
        }
        const { reports, queries } = await report(scope, { outerOnly, range: parsed.range }, log);
        return { body: reports.map((each) => monitorRecord(each, 'matrix')), headers: costOf(queries) };
      },
    }),
  ];
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
