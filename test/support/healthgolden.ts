import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { KubeObject } from '../../src/kube/object.ts';
import type { ArgoHealth, FluxHealth } from './health.ts';

const FOLDER = new URL('../golden/gitops/', import.meta.url);

/** An object as an operator has left it, and what it is to be taken for. */
export interface HealthCase {
  readonly name: string;
  readonly argocd: ArgoHealth['status'];
  readonly flux: FluxHealth;
  readonly object: KubeObject & {
    readonly spec: unknown;
    readonly status?: { readonly observedGeneration?: number | undefined };
  };
}

/** All cases, as a run of the tests on the cluster has written them. */
export function healthCases(): readonly HealthCase[] {
  return readdirSync(FOLDER).map((file) => parse(readFileSync(new URL(file, FOLDER), 'utf8')) as HealthCase);
}

/** Writes a case anew where STOA_GOLDEN=write; of its metadata only what health checks look at. */
export function recordCase({ name, argocd, flux, object }: HealthCase): void {
  if (process.env.STOA_GOLDEN !== 'write') {
    return;
  }
  const { apiVersion, kind, spec, status } = object;
  const metadata = { name: object.metadata.name, generation: object.metadata.generation };
  const content = stringify({ name, argocd, flux, object: { apiVersion, kind, metadata, spec, status } });
  writeFileSync(new URL(`${name.replaceAll(' ', '-')}.yaml`, FOLDER), content);
}
