import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { PREFIX } from '../../../src/migrate/row.ts';
import { type Ended, run } from './cli.ts';
import { kubectl } from './world.ts';

const PROGRAM = join(import.meta.dirname, '../../../bin/kubectl-stoa');

/** IngressClass of the Ingresses. */
export const CLASS = 'nginx';

/** Path of an Ingress, to port 80 of a Service. */
interface IngressRoute {
  readonly host: string;
  readonly path: string;
  readonly pathType: 'Prefix' | 'Exact' | 'ImplementationSpecific';
  readonly service: string;
}

/** Ingress before it is an object. */
export interface IngressDraft {
  readonly name: string;
  readonly namespace: string;
  /** Without their prefix. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly routes: readonly IngressRoute[];
  /** Hosts with the certificate of a Secret. */
  readonly tls?: { readonly hosts: readonly string[]; readonly secretName: string };
}

/** Ingress as an object. */
export function ingressOf({ name, namespace, annotations, routes, tls }: IngressDraft) {
  const own = Object.entries(annotations).map(([key, value]) => [`${PREFIX}${key}`, value]);
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name, namespace, annotations: Object.fromEntries(own) },
    spec: {
      ingressClassName: CLASS,
      rules: routes.map(({ host, path, pathType, service }) => ({
        ...(host === '' ? {} : { host }),
        http: { paths: [{ path, pathType, backend: backendOf(service) }] },
      })),
      ...(tls === undefined ? {} : { tls: [tls] }),
    },
  };
}

/** Backend of a path. */
export function backendOf(service: string) {
  return { service: { name: service, port: { number: 80 } } };
}

/** Applies objects by kubectl. */
export async function applied(objects: readonly object[]): Promise<void> {
  const text = objects.map((each) => JSON.stringify(each)).join('\n---\n');
  const { code, stderr } = await kubectl(['apply', '-f', '-'], text);
  expect(code, stderr).toBe(0);
}

/** Result of the command for the Ingresses of a namespace. */
export function migrate(namespace: string, ...args: readonly string[]): Promise<Ended> {
  const { kubeconfig } = inject('cluster');
  return run(PROGRAM, ['migrate', '-n', namespace, '--kubeconfig', kubeconfig, ...args]);
}
