import { installOperations } from './installs.ts';
import { monitorOperations } from './monitor.ts';
import type { Operation } from './operation.ts';
import { ruleOperations } from './rules.ts';

/** Settings of operations. */
export interface OperationSettings {
  /** Longest wait of a request for the plan of its install, in milliseconds; 30,000 by default. */
  readonly installDeadlineMs?: number;
}

/** All operations of the API, in the order of the document. */
export function createOperations({ installDeadlineMs }: OperationSettings = {}): readonly Operation[] {
  return [...ruleOperations, ...installOperations(installDeadlineMs), ...monitorOperations()];
}
