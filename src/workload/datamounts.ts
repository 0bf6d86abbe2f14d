import { type Fields, fieldAt, fieldsOf } from '../base/fields.ts';
import { withoutTrailing } from '../base/text.ts';
import { uniqueBy } from '../base/unique.ts';
import type { WorkloadKind } from '../objects/workload.ts';
import { WORKLOAD_KINDS } from './kinds.ts';

/** Home of the data of a volume: one claim, or a claim of each pod, which a template makes. */
export interface DataVolume {
  readonly type: 'claim' | 'template';
  readonly name: string;
}

/** Volume with data that a workload mounts. */
export interface DataMount {
  /** Path in the containers, without slashes at its end. */
  readonly path: string;
  readonly volume: DataVolume;
}

/** Volumes with data that the containers of a workload mount, by the spec of the workload. */
export function dataMountsOf(kind: WorkloadKind, spec: Fields): readonly DataMount[] {
  const pod = fieldsOf(fieldAt(spec, [...WORKLOAD_KINDS[kind].templatePath, 'spec']));
  // The controller of a StatefulSet replaces a volume of the pod that has the name of a template.
  const volumes = new Map([
    ...listOf(pod.volumes).flatMap((volume) => claimOf(volume)),
    ...listOf(spec.volumeClaimTemplates).map((template) => {
      const name = String(fieldAt(template, ['metadata', 'name']));
      return [name, { type: 'template', name }] as const;
    }),
  ]);
  const mounts = listOf(pod.containers).flatMap(({ volumeMounts }) => listOf(volumeMounts));
  return uniqueBy(
    mounts.flatMap(({ name, mountPath }) => {
      const volume = volumes.get(String(name));
      return volume === undefined ? [] : [{ path: withoutTrailing(String(mountPath), '/'), volume }];
    }),
    ({ path, volume }) => JSON.stringify([path, volume]),
  );
}

function claimOf(volume: Fields): readonly (readonly [string, DataVolume])[] {
  const claim = fieldAt(volume, ['persistentVolumeClaim', 'claimName']);
  return typeof claim === 'string' ? [[String(volume.name), { type: 'claim', name: claim }]] : [];
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Name of a template of claims. */
export function templateName(template: Fields): string {
  return (template.metadata as { readonly name: string }).name;
}
