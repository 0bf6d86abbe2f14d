import { applicationKey, type ComponentCaches } from '../component/caches.ts';
import { Cache } from '../controller/cache.ts';
import type { Logger } from '../controller/logger.ts';
import type { KubeClient } from '../kube/client.ts';
import type { KubeObject } from '../kube/object.ts';
import {
  APPLICATIONS,
  type Application,
  type GatewayRule,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../objects/stoa.ts';

/** What this feature reads of what others follow. */
export interface SharedCaches extends ComponentCaches {
  readonly rules: Cache<GatewayRule, 'application'>;
  /** The namespaces of teams. */
  readonly namespaces: Cache<KubeObject, never>;
}

/** What only this feature follows. */
export function createCaches(client: KubeClient, log: Logger) {
  return {
    applications: new Cache({
      client,
      log,
      resource: APPLICATIONS,
      indexes: {
        namespace: ({ metadata }: Application) => [metadata.namespace ?? ''],
        id: ({ metadata, spec }: Application) => [applicationKey(metadata.namespace ?? '', spec.id)],
      },
    }),
    installs: new Cache({
      client,
      log,
      resource: MARKET_INSTALLS,
      indexes: {
        application: ({ metadata, spec }: MarketInstall) => [
          applicationKey(metadata.namespace ?? '', spec.appId),
        ],
      },
    }),
  };
}

export type ApplicationCaches = ReturnType<typeof createCaches> & SharedCaches;
