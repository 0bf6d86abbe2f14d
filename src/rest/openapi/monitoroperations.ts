import type { ProblemName } from '../problem/problem.ts';
import { INSIDE, OF_APPLICATION } from './common.ts';
import type { Operation, Parameter, Success } from './operation.ts';

const TAG = 'monitoring';

const IS_OUTER: Parameter = {
  description: 'true or 1: only components with an open port. false, 0 or left out: all.',
  schema: { type: 'string', examples: ['true', 'false'] },
};

const SUCCESS: Success = {
  status: 200,
  description: 'The components, each with every item.',
  body: { listOf: 'ComponentMonitorSerializers' },
};

const PROBLEMS: readonly ProblemName[] = [...INSIDE, 'monitorUnreachable', 'monitorTooSlow'];

function instant(which: string): Parameter {
  return {
    description: `${which}, as Unix seconds or as a time such as 2024-03-09T16:00:00Z.`,
    schema: { type: 'string', examples: ['1710000000', '2024-03-09T16:00:00Z'] },
    required: true,
  };
}

/** The operations that tell how the components of an application are used. */
export const monitorOperations: readonly Operation[] = [
  {
    id: 'queryMonitor',
    method: 'get',
    path: `${OF_APPLICATION}/monitor/query`,
    tag: TAG,
    summary: 'Real-time monitoring of the components of an application',
    query: { is_outer: IS_OUTER },
    success: SUCCESS,
    problems: PROBLEMS,
  },
  {
    id: 'queryMonitorRange',
    method: 'get',
    path: `${OF_APPLICATION}/monitor/query_range`,
    tag: TAG,
    summary: 'Monitoring of the components of an application over a time',
    query: {
      start: instant('Begin of the range'),
      end: instant('End of the range, at most 31 days after its begin'),
      step: {
        description: 'Time between two samples, as seconds or as a duration such as 5m; 60 s where left out.',
        schema: { type: 'string', examples: ['60', '5m'] },
      },
      is_outer: IS_OUTER,
    },
    success: SUCCESS,
    problems: PROBLEMS,
  },
];
