import { createModelCatalog, createStoreCatalog, type StoreCatalog } from '../../store/client.ts';
import type { Operation } from '../http/operation.ts';
import { applicationOperations } from './applications/operations.ts';
import { certificateOperations } from './certificates/operations.ts';
import { changeOperations } from './changes/operations.ts';
import { componentOperations } from './components/operations.ts';
import { installOperations } from './installs/operations.ts';
import { monitorOperations } from './monitor/operations.ts';
import { ruleOperations } from './rules/operations.ts';
import { type Catalogs, storeOperations } from './store/operations.ts';
import { teamOperations } from './teams/operations.ts';
import { topologyOperations } from './topology/operations.ts';
import { upgradeOperations } from './upgrades/operations.ts';

/** Settings of operations. */
export interface OperationSettings {
  /** Longest wait of a request for the plan of its install, in milliseconds; 30,000 by default. */
  readonly installDeadlineMs?: number;
  /** Catalog in which the versions of models are looked up; without it, no store is allowed. */
  readonly catalog?: StoreCatalog;
  /** Catalogs that people look for something in; without them, no store is allowed. */
  readonly catalogs?: Catalogs;
}

function noCatalogs(): Catalogs {
  const none = createModelCatalog({ stores: [] });
  return { models: none, charts: none };
}

/**
 * All operations of the API, in the order of the document. To add a resource: a file or a folder beside this one with
 * its schemas, records and operations, such as `certificates/`, and the operations here: a list, or a function of what
 * they need. The document and the client derive from them. New rights of callers: rest/permissions.ts.
 * Who gets what is a row in test/cluster/rest-matrix.test.ts.
 */
export function createOperations({
  installDeadlineMs,
  catalog = createStoreCatalog({ stores: [] }),
  catalogs = noCatalogs(),
}: OperationSettings = {}): readonly Operation[] {
  return [
    ...ruleOperations,
    ...installOperations(installDeadlineMs),
    ...upgradeOperations(catalog),
    ...storeOperations(catalogs),
    ...monitorOperations(),
    ...teamOperations(),
    ...applicationOperations,
    ...topologyOperations(),
    ...componentOperations,
    ...certificateOperations,
    ...changeOperations,
  ];
}
