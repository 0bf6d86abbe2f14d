import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { GROUP, VERSION } from '../api/group.ts';
import { type PublishedSchemas, publishedDigest, type Skew, skewsOf } from '../api/skew.ts';
import type { KubeClient } from '../kube/client.ts';
import { publishedSchemas } from '../kube/openapi.ts';

/** Check of the CRDs of a cluster against this version of Stoa. */
export interface SchemaCheck {
  /** Looks at them; resolves to a digest of what they have. Throws KubeError. */
  readonly run: (client: Pick<KubeClient, 'read'>, signal?: AbortSignal) => Promise<string>;
  /** Differences that were found last. */
  readonly skews: () => readonly Skew[];
}

/** Check that reports differences as a metric, and new ones in the log. */
export function createSchemaCheck(registry: Registry, log: Pick<Logger, 'warn'>): SchemaCheck {
  const gauge = new Gauge({
    name: 'stoa_schema_skew',
    help: '1 if a CRD is not that of this version of Stoa: state says whether it is missing, older or newer. 0 without labels if none is.',
    labelNames: ['resource', 'state'],
    registers: [registry],
  });
  let skews: readonly Skew[] = [];
  return {
    skews: () => skews,
    run: async (client, signal) => {
      // The wire: the API server checks that schemas are structural.
      const found = (await publishedSchemas(client, { group: GROUP, version: VERSION }, signal)) as
        | PublishedSchemas
        | undefined;
      const before = new Set(skews.map(({ text }) => text));
      skews = found === undefined ? [] : skewsOf(found);
      gauge.reset();
      if (skews.length === 0) {
        gauge.set({ resource: '', state: '' }, 0);
      }
      for (const { crd, is, text } of skews) {
        gauge.set({ resource: crd, state: is }, 1);
        if (!before.has(text)) {
          log.warn({ crd, is }, text);
        }
      }
      return found === undefined ? '' : publishedDigest(found);
    },
  };
}
