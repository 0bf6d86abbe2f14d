import { installOperations } from './installoperations.ts';
import { monitorOperations } from './monitoroperations.ts';
import type { Operation } from './operation.ts';
import { ruleOperations } from './ruleoperations.ts';

/** Every operation of the API. */
export const OPERATIONS: readonly Operation[] = [
  ...ruleOperations,
  ...installOperations,
  ...monitorOperations,
];
