import { type Fields, fieldAt, fieldsOf } from '../../base/fields.ts';
import { parseQuantity, UNIT } from '../../base/quantity.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { listOf, type PlannedPods, textOf, unknownFields } from './pods.ts';
import { type Power, power } from './power.ts';

/** Claims of volumes with their sizes, and volumes of other sorts than those that hold objects and scratch files. */
export function volumes(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): readonly Power[] {
  return [
    ...objects.flatMap(claims),
    ...pods.flatMap(({ spec, containers }) =>
      containers.flatMap(({ image, fields }) =>
        mountedVolumes(spec, fields)
          .flatMap(unusualSources)
          .map((source) => power('volumes', `${image}: ${source}`)),
      ),
    ),
  ];
}

function claims({ resource, draft }: PlannedObject): readonly Power[] {
  const { kind } = resource;
  const { name } = draft.metadata;
  if (resource === CLAIMS) {
    return [power('volumes', `claim ${name}`, { bytes: sizeOf(draft) })];
  }
  const templates = listOf(fieldsOf(draft.spec).volumeClaimTemplates);
  return templates.map((template) => {
    const of = textOf(fieldsOf(template.metadata).name);
    return power('volumes', `claim ${of} for each pod of ${kind} ${name}`, { bytes: sizeOf(template) });
  });
}

/** Bytes that a claim asks for. One whose size nobody can read may be of any. */
function sizeOf({ spec }: Fields): number {
  const quantity = parseQuantity(textOf(fieldAt(spec, ['resources', 'requests', 'storage'])));
  const bytes = quantity === undefined ? Number.MAX_SAFE_INTEGER : Number(quantity.nanos / UNIT);
  return Math.min(bytes, Number.MAX_SAFE_INTEGER);
}

/** Volumes of a pod that a container mounts. */
export function mountedVolumes(
  { volumes: all }: Fields,
  { volumeMounts, volumeDevices }: Fields,
): readonly Fields[] {
  const names = new Set([...listOf(volumeMounts), ...listOf(volumeDevices)].map(({ name }) => name));
  return listOf(all).filter(({ name }) => names.has(name));
}

/** Sorts of volumes that other powers are about, or none. */
const USUAL: ReadonlySet<string> = new Set([
  ...['name', 'configMap', 'secret', 'emptyDir', 'downwardAPI', 'projected', 'persistentVolumeClaim'],
]);

const USUAL_PROJECTED: ReadonlySet<string> = new Set(['configMap', 'secret', 'downwardAPI']);

function unusualSources(volume: Fields): readonly string[] {
  const projected = listOf(fieldsOf(volume.projected).sources);
  return [
    ...unknownFields(volume, USUAL),
    ...projected.flatMap((source) => unknownFields(source, USUAL_PROJECTED)),
  ].map(([sort, value]) => `${sort} ${value}`);
}
