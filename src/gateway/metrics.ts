import { Histogram, type Registry } from 'prom-client';
import { conditionOf } from '../api/condition.ts';
import type { UsableCertificate } from '../content/certificate.ts';
import { renewalDue, validityEnd } from '../content/certificateflaws.ts';
import type { LiveMetric } from '../controller/livemetrics.ts';
import { keyOf } from '../kube/object.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { GatewayCaches } from './caches.ts';
import { engineName, type Sources } from './sources.ts';
import { lostFields } from './status/fullyexpressed.ts';

/** Metric of the certificates that listeners present. */
type CertificateMetric = LiveMetric<'secret', Pick<GatewayCaches, 'gateways' | 'sets' | 'secrets'>>;

/** Expiry of the certificates that listeners present, whether a rule names them or Stoa obtained them. */
export const CERTIFICATE_EXPIRY: CertificateMetric = {
  name: 'stoa_certificate_expiry_timestamp_seconds',
  help: 'Expiry (Unix time) of a certificate Secret that a listener presents, or of its issuer if that is earlier; secret is namespace/name.',
  labelNames: ['secret'],
  valuesOf: timesOf(validityEnd),
};

/** Time from which these certificates are about to expire: the alert and the conditions of rules tell it alike. */
export const CERTIFICATE_RENEWAL: CertificateMetric = {
  name: 'stoa_certificate_renewal_due_timestamp_seconds',
  help: 'Unix time from which a certificate Secret that a listener presents is about to expire: two weeks before, or a quarter of its life if that is less; secret is namespace/name.',
  labelNames: ['secret'],
  valuesOf: timesOf(renewalDue),
};

/** A time of each presented certificate. A Gateway has few listeners, so that no team makes many series and alerts. */
function timesOf(time: (certificate: UsableCertificate) => Date): CertificateMetric['valuesOf'] {
  return (caches) =>
    [...presented(caches)].flatMap((key) => {
      const secret = caches.secrets.store.get(key);
      return secret?.tls.type === 'usable'
        ? [{ labels: { secret: key }, value: time(secret.tls).getTime() / 1000 }]
        : [];
    });
}

/** Keys of the Secrets that listeners present. */
function presented({ gateways, sets }: Pick<GatewayCaches, 'gateways' | 'sets'>): ReadonlySet<string> {
  const references = [...gateways.store.list(), ...(sets?.store.list() ?? [])].flatMap(({ spec }) =>
    spec.listeners.flatMap(({ tls }) => tls?.certificateRefs ?? []),
  );
  return new Set(references.map(({ namespace = '', name }) => keyOf({ metadata: { namespace, name } })));
}

/** Number of rules with a field that is not, or not exactly, in effect, as their condition FullyExpressed tells. */
export const RULE_LOSSES: LiveMetric<'engine' | 'field', Pick<Sources, 'caches' | 'config'>> = {
  name: 'stoa_rule_losses',
  help: 'Number of rules with a field that is not, or not exactly, in effect, by the controller name of the engine and the field; Other is a loss for which the condition names no field; 0 without field if there is none.',
  labelNames: ['engine', 'field'],
  valuesOf: (from) => {
    const engine = engineName(from) ?? '';
    const losses = new Map<string, number>();
    for (const rule of from.caches.rules.store.list()) {
      for (const field of lossesOf(rule)) {
        losses.set(field, (losses.get(field) ?? 0) + 1);
      }
    }
    return losses.size === 0
      ? [{ labels: { engine }, value: 0 }]
      : [...losses].map(([field, value]) => ({ labels: { engine, field }, value }));
  },
};

const NO_LOSS: ReadonlySet<string> = new Set();
const NO_FIELD: ReadonlySet<string> = new Set(['Other']);

/** Names of the lost fields of a rule; what the engine reports may concern none. */
function lossesOf({ status }: GatewayRule): ReadonlySet<string> {
  const expressed = conditionOf(status, 'FullyExpressed');
  if (expressed?.status !== 'False') {
    return NO_LOSS;
  }
  const fields = lostFields(expressed);
  return fields.size === 0 ? NO_FIELD : fields;
}

/** Histogram of the time until the gateway serves what is written. Returns the function that adds to it. */
export function createServingMetric(registry: Registry): (seconds: number) => void {
  const histogram = new Histogram({
    name: 'stoa_route_serving_seconds',
    help: 'Seconds from the write of a version of an HTTPRoute until every replica of the gateway served it.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  });
  return (seconds) => histogram.observe(seconds);
}
