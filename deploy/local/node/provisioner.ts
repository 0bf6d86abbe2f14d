import { Registry } from 'prom-client';
import { Cache } from '../../../src/controller/cache.ts';
import { Controller } from '../../../src/controller/controller.ts';
import type { Logger } from '../../../src/controller/logger.ts';
import { createControllerMetrics } from '../../../src/controller/metrics.ts';
import { SETTLED } from '../../../src/controller/outcome.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { keyOf } from '../../../src/kube/object.ts';
import { CLAIMS, STORAGE_CLASSES, VOLUMES } from '../../../src/objects/core.ts';
import { FIELD_MANAGER } from './node.ts';
import { isReleased, LOCAL_STORAGE_CLASS, volumeFor } from './volume.ts';

/** Registers the default storage class, which claims without a class get. */
export async function registerStorageClass(client: KubeClient): Promise<void> {
  await client.apply(STORAGE_CLASSES, LOCAL_STORAGE_CLASS, FIELD_MANAGER);
}

/** Provisioner of volumes that hold nothing: creates one for each claim and deletes it after the claim. */
export function createProvisioner(client: KubeClient, log: Logger) {
  const claims = new Cache({ client, log, resource: CLAIMS, indexes: {} });
  const volumes = new Cache({ client, log, resource: VOLUMES, indexes: {} });
  const metrics = createControllerMetrics(new Registry());

  const provision = new Controller({
    name: 'claim',
    log,
    metrics,
    reconcile: async (key) => {
      const claim = claims.store.get(key);
      const draft = claim === undefined ? undefined : volumeFor(claim);
      await (draft === undefined ? undefined : client.apply(VOLUMES, draft, FIELD_MANAGER));
      return SETTLED;
    },
  });
  const reclaim = new Controller({
    name: 'volume',
    log,
    metrics,
    reconcile: async (key) => {
      const volume = volumes.store.get(key);
      if (volume !== undefined && isReleased(volume)) {
        await client.delete(VOLUMES, { name: key, uid: volume.metadata.uid });
      }
      return SETTLED;
    },
  });

  claims.onChange(({ after }) => (after === undefined ? undefined : provision.queue.add(keyOf(after))));
  volumes.onChange(({ after }) => (after === undefined ? undefined : reclaim.queue.add(keyOf(after))));
  return { sources: [claims, volumes], controllers: [provision, reclaim] };
}
