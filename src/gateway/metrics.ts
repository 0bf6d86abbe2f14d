import type { LiveMetric } from '../controller/livemetrics.ts';
import { keyOf } from '../kube/object.ts';
import type { GatewayCaches } from './caches.ts';

/**
 * Expiry of the certificates that listeners present, whether a rule names them or Stoa obtained them. A Gateway has few
 * listeners, so that no team makes many series and alerts.
 */
export const CERTIFICATE_EXPIRY: LiveMetric<'secret', Pick<GatewayCaches, 'gateways' | 'secrets'>> = {
  name: 'stoa_certificate_expiry_timestamp_seconds',
  help: 'Expiry (Unix time) of a certificate Secret that a listener presents; secret is namespace/name.',
  labelNames: ['secret'],
  valuesOf: (caches) =>
    [...presented(caches)].flatMap((key) => {
      const secret = caches.secrets.store.get(key);
      return secret?.tls.type === 'usable'
        ? [{ labels: { secret: key }, value: secret.tls.expires.getTime() / 1000 }]
        : [];
    }),
};

/** Keys of the Secrets that listeners present. */
function presented({ gateways }: Pick<GatewayCaches, 'gateways'>): ReadonlySet<string> {
  const references = gateways.store
    .list()
    .flatMap(({ spec }) => spec.listeners.flatMap(({ tls }) => tls?.certificateRefs ?? []));
  return new Set(references.map(({ namespace = '', name }) => keyOf({ metadata: { namespace, name } })));
}
