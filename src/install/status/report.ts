import { isDeepStrictEqual } from 'node:util';
import type { MarketInstallStatus } from '../../api/marketinstall.ts';
import { quarantinedStatus } from '../../api/quarantine.ts';
import { reportStatus, type StatusTarget } from '../../controller/status.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { FIELD_MANAGER } from '../owned.ts';
import type { Writer } from '../writer.ts';
import { installEventRecord } from './eventrecord.ts';

/** Part of a writer that status writes need. */
type Reporting = Omit<Writer, 'budget' | 'account' | 'applies' | 'jobs'>;

/** Writes the status of an install, and the Event of the change. Throws KubeError unless the install is gone. */
export async function reportInstallStatus(
  writer: Reporting,
  install: MarketInstall,
  status: MarketInstallStatus,
): Promise<void> {
  const written = await reportStatus(reportingOf(writer), install, status);
  const event = installEventRecord(install.status, status);
  if (written && event !== undefined) {
    writer.recorder.record(install, event);
  }
}

/** Writes into the status of an install, if it still exists, that it is in quarantine. Throws KubeError. */
export async function reportQuarantine(writer: Reporting, install: MarketInstall | undefined): Promise<void> {
  const status = install && quarantinedStatus(install.status, install.metadata.generation ?? 1, new Date());
  if (install !== undefined && status !== undefined && !isDeepStrictEqual(status, install.status)) {
    await reportInstallStatus(writer, install, status);
  }
}

/** Target of status writes: the installs, under the controller's field manager. */
export function reportingOf({ client, caches, signal }: Reporting): StatusTarget<MarketInstall> {
  return { client, resource: MARKET_INSTALLS, cache: caches.installs, fieldManager: FIELD_MANAGER, signal };
}
