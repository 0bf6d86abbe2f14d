import { Registry } from 'prom-client';
import { type Authority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { timestamp } from '../../src/api/condition.ts';
import { Cache } from '../../src/controller/cache.ts';
import { Controller } from '../../src/controller/controller.ts';
import { createControllerMetrics } from '../../src/controller/metrics.ts';
import { SETTLED } from '../../src/controller/outcome.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { type KubeObject, keyOf } from '../../src/kube/object.ts';
import { CERTIFICATES } from '../../src/objects/certmanager.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { silent } from './log.ts';

const MANAGER = 'test-issuer';

interface CertificateSpec {
  readonly secretName: string;
  readonly dnsNames: readonly string[];
  readonly secretTemplate?: { readonly labels?: Readonly<Record<string, string>> };
}

/**
 * Stand-in for cert-manager's controller, which is not available as a separate program: issues every Certificate from
 * an authority, writes its Secret and its status, until `signal` aborts.
 */
export async function runIssuer(
  client: KubeClient,
  authority: Authority,
  signal: AbortSignal,
): Promise<void> {
  const cache = new Cache<KubeObject>({ client, resource: CERTIFICATES, indexes: {}, log: silent });
  const controller = new Controller({
    name: 'issuer',
    log: silent,
    metrics: createControllerMetrics(new Registry()),
    reconcile: async (key) => {
      const found = cache.store.get(key);
      await (found === undefined ? undefined : issue(client, authority, found));
      return SETTLED;
    },
  });
  cache.onChange(({ after }) => after && controller.queue.add(keyOf(after)));
  await Promise.all([cache.run(signal), controller.run(signal, signal)]);
}

async function issue(client: KubeClient, authority: Authority, object: KubeObject): Promise<void> {
  const { spec, status } = object as KubeObject & {
    readonly spec: CertificateSpec;
    readonly status?: object;
  };
  if (status !== undefined) {
    return;
  }
  const { name, namespace = '' } = object.metadata;
  const { certificate, key } = await issueServer(authority, spec.dnsNames[0] ?? '', spec.dnsNames);
  const metadata = { name: spec.secretName, namespace, labels: spec.secretTemplate?.labels ?? {} };
  await client.apply(
    SECRETS,
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      type: 'kubernetes.io/tls',
      stringData: { 'tls.crt': certificate, 'tls.key': key },
    },
    MANAGER,
  );
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'Ready',
    message: 'issued',
    lastTransitionTime: timestamp(new Date()),
  };
  const { apiVersion, kind } = object;
  const draft = { apiVersion, kind, metadata: { name, namespace }, status: { conditions: [ready] } };
  await client.apply(CERTIFICATES, draft, MANAGER, { subresource: 'status' });
}
