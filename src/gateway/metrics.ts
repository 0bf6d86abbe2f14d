import { Gauge, type Registry } from 'prom-client';
import { keyOf } from '../kube/object.ts';
import { type GatewayCaches, rulesOfSecret } from './caches.ts';

/** When the certificates of rules end, named or obtained; `caches` has none before the operator works. */
export function createCertificateMetric(
  registry: Registry,
  caches: () => Pick<GatewayCaches, 'rules' | 'secrets'> | undefined,
): void {
  new Gauge({
    name: 'stoa_certificate_expiry_timestamp_seconds',
    help: 'Expiry (Unix time) of a certificate Secret used by a rule; secret is namespace/name.',
    labelNames: ['secret'],
    registers: [registry],
    collect() {
      this.reset();
      const known = caches();
      if (known === undefined) {
        return;
      }
      for (const secret of known.secrets.store.list()) {
        if (secret.tls.type === 'usable' && rulesOfSecret(known, secret).length > 0) {
          this.set({ secret: keyOf(secret) }, secret.tls.expires.getTime() / 1000);
        }
      }
    },
  });
}
