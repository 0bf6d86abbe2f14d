import { Histogram, type Registry } from 'prom-client';
import { conditionOf } from '../api/condition.ts';
import type { LiveMetric } from '../controller/livemetrics.ts';
import { keyOf } from '../kube/object.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { GatewayCaches } from './caches.ts';
import { engineName, type Sources } from './sources.ts';
import { lostFields } from './status/fullyexpressed.ts';

/**
 * Expiry of the certificates that listeners present, whether a rule names them or Stoa obtained them. A Gateway has few
 * listeners, so that no team makes many series and alerts.
 */
export const CERTIFICATE_EXPIRY: LiveMetric<
  'secret',
  Pick<GatewayCaches, 'gateways' | 'sets' | 'secrets'>
> = {
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
