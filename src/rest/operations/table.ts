import { createStoreCatalog, type StoreCatalog } from '../../store/client.ts';
import { applicationOperations } from './applications.ts';
import { certificateOperations } from './certificates.ts';
import { installOperations } from './installs.ts';
import { monitorOperations } from './monitor.ts';
import { OPERATE } from './operate.ts';
import type { Operation } from './operation.ts';
import { ruleOperations } from './rules.ts';
import { teamOperations } from './teams.ts';
import { upgradeOperations } from './upgrades.ts';

/** Settings of operations. */
export interface OperationSettings {
  /** Longest wait of a request for the plan of its install, in milliseconds; 30,000 by default. */
  readonly installDeadlineMs?: number;
  /** Catalog in which the versions of models are looked up; without it, no store is allowed. */
  readonly catalog?: StoreCatalog;
}

/**
 * All operations of the API, in the order of the document. To add a resource: its operations in a file of this folder,
 * their bodies in `../contract`, each response body's name in `../openapi/schemas.ts`, and the operations here.
 */
export function createOperations({
  installDeadlineMs,
  catalog = createStoreCatalog({ stores: [] }),
}: OperationSettings = {}): readonly Operation[] {
  return [
    ...ruleOperations,
    ...installOperations(installDeadlineMs),
    ...upgradeOperations(catalog),
    ...monitorOperations(),
    ...teamOperations(),
    ...applicationOperations,
    OPERATE,
    ...certificateOperations,
  ];
}
