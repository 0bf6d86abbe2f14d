import type { LiveMetric } from '../controller/livemetrics.ts';
import { keyOf } from '../kube/object.ts';
import { type GatewayCaches, rulesOfSecret } from './caches.ts';

/** Expiry of the certificates of rules, whether a rule names them or Stoa obtained them. */
export const CERTIFICATE_EXPIRY: LiveMetric<'secret', Pick<GatewayCaches, 'rules' | 'secrets'>> = {
  name: 'stoa_certificate_expiry_timestamp_seconds',
  help: 'Expiry (Unix time) of a certificate Secret used by a rule; secret is namespace/name.',
  labelNames: ['secret'],
  valuesOf: (caches) =>
    caches.secrets.store
      .list()
      .flatMap((secret) =>
        secret.tls.type === 'usable' && rulesOfSecret(caches, secret).length > 0
          ? [{ labels: { secret: keyOf(secret) }, value: secret.tls.expires.getTime() / 1000 }]
          : [],
      ),
};
