import { Gauge, type Registry } from 'prom-client';

/** Certificate that the metrics describe. */
interface Certificate {
  /** End of its validity, in seconds since 1970. */
  readonly expires: number;
  /** Reason why a newer one is not in use. */
  readonly problem: string | undefined;
}

/** Registers the metrics of a server's certificate; a server without TLS has none. */
export function certificateMetrics(registry: Registry, certificate: Certificate | undefined): void {
  new Gauge({
    name: 'stoa_rest_certificate_reload_failed',
    help: '1 if the files have a certificate that cannot be used, so that the previous one stays, else 0.',
    registers: [registry],
    collect() {
      this.set(certificate?.problem === undefined ? 0 : 1);
    },
  });
  if (certificate !== undefined) {
    new Gauge({
      name: 'stoa_rest_certificate_expiry_timestamp_seconds',
      help: 'End of the validity of the certificate in use, in seconds since 1970.',
      registers: [registry],
      collect() {
        this.set(certificate.expires);
      },
    });
  }
}
