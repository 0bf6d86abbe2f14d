import { Gauge, type Registry } from 'prom-client';
import { certificateOfSecret, type GatewayCaches } from './caches.ts';

/** When the certificates end that rules name; `caches` has none before the operator works. */
export function createCertificateMetric(
  registry: Registry,
  caches: () => Pick<GatewayCaches, 'rules' | 'secrets'> | undefined,
): void {
  new Gauge({
    name: 'stoa_certificate_expiry_timestamp_seconds',
    help: 'Unix time at which the certificate in a Secret ends that a rule names; secret is namespace/name.',
    labelNames: ['secret'],
    registers: [registry],
    collect() {
      this.reset();
      const { rules, secrets } = caches() ?? {};
      for (const secret of secrets?.store.list() ?? []) {
        const { metadata, tls } = secret;
        const isNamed = certificateOfSecret(secret).some((key) => rules?.store.by('certificate', key).length);
        if (tls.type === 'usable' && isNamed) {
          this.set({ secret: `${metadata.namespace}/${metadata.name}` }, tls.expires.getTime() / 1000);
        }
      }
    },
  });
}
