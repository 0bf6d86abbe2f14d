import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import type { KubeObject } from '../../src/kube/object.ts';
import type { ArgoHealth, FluxHealth } from './health.ts';

const FOLDER = new URL('../golden/gitops/', import.meta.url);

/** A stored object, and its expected health. */
export interface HealthCase {
  readonly name: string;
  readonly argocd: ArgoHealth['status'];
  readonly flux: FluxHealth;
  readonly object: KubeObject & {
    readonly spec: unknown;
    readonly status?: { readonly observedGeneration?: number | undefined };
  };
}

/** All cases, as recorded by the cluster tests. */
export function healthCases(): readonly HealthCase[] {
  return readdirSync(FOLDER).map((file) => parse(readFileSync(new URL(file, FOLDER), 'utf8')) as HealthCase);
}

/** Records a case if STOA_GOLDEN=write, with only the metadata that health checks read. */
export function recordCase({ name, argocd, flux, object }: HealthCase): void {
  if (process.env.STOA_GOLDEN !== 'write') {
    return;
  }
  const { apiVersion, kind, spec, status } = object;
  const metadata = { name: object.metadata.name, generation: object.metadata.generation };
  const content = stringify({ name, argocd, flux, object: { apiVersion, kind, metadata, spec, status } });
  writeFileSync(new URL(`${name.replaceAll(' ', '-')}.yaml`, FOLDER), content);
}
