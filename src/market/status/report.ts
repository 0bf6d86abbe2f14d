import type { MarketInstallStatus } from '../../api/marketinstall.ts';
import { reportStatus, type StatusTarget } from '../../controller/status.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { FIELD_MANAGER, type Writer } from '../writer.ts';
import { installEventRecord } from './eventrecord.ts';

/** Writes the status of an install, and the Event of the change. Throws KubeError unless the install is gone. */
export async function reportInstallStatus(
  writer: Writer,
  install: MarketInstall,
  status: MarketInstallStatus,
): Promise<void> {
  const written = await reportStatus(reportingOf(writer), install, status);
  const event = installEventRecord(install.status, status);
  if (written && event !== undefined) {
    writer.recorder.record(install, event);
  }
}

/** Target of status writes: the installs, under the controller's field manager. */
export function reportingOf({ client, caches, signal }: Writer): StatusTarget<MarketInstall> {
  return { client, resource: MARKET_INSTALLS, cache: caches.installs, fieldManager: FIELD_MANAGER, signal };
}
