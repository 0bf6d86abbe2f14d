import type { Config } from '../config.ts';
import { findAccess } from '../kube/findaccess.ts';
import { createOperator } from '../operator/operator.ts';
import { serveOperations } from '../telemetry/operations.ts';
import { createLog, createRegistry } from '../telemetry/process.ts';

/** Process that runs the controllers until `stop`. */
export async function run(config: Config, stop: AbortSignal): Promise<void> {
  const log = createLog(config.log.level);
  const registry = createRegistry();
  const operator = createOperator({ access: findAccess(), config, log, registry });
  const operations = await serveOperations(config.operator.metrics, {
    registry,
    stuck: operator.stuck,
    unready: operator.unready,
    remarks: operator.remarks,
  });
  await operator.run(stop);
  operations.close();
  operations.closeAllConnections();
}
