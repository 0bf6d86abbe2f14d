import type { Config } from '../config.ts';
import { findAccess } from '../kube/findaccess.ts';
import { retire } from '../operator/retire.ts';
import { createLog } from '../telemetry/process.ts';

/** Process that removes finalizers, lease and kept names when Stoa is uninstalled. */
export async function run(config: Config): Promise<void> {
  await retire({ access: findAccess(), config, log: createLog(config.log.level) });
}
