import { type Fields, fieldAt, fieldsOf } from '../../base/fields.ts';
import { parseQuantity, UNIT } from '../../base/quantity.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { listOf, type PlannedPods, textOrJson, unknownFields } from './pods.ts';
import { ofEach, type Power, power } from './power.ts';

/** Claims of volumes with their sizes, and volumes of other sorts than those that hold objects and scratch files. */
export function* volumes(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): Iterable<Power> {
  yield* objects.flatMap(claims);
  for (const { spec, containers } of pods) {
    const inVolume = byVolume(spec, unusualSources);
    for (const { image, fields } of containers) {
      yield* ofEach('volumes', [image], inVolume(fields));
    }
  }
}

function claims({ resource, draft }: PlannedObject): readonly Power[] {
  const { kind } = resource;
  const { name } = draft.metadata;
  if (resource === CLAIMS) {
    return [power('volumes', `claim ${name}`, { bytes: sizeOf(draft) })];
  }
  const templates = listOf(fieldsOf(draft.spec).volumeClaimTemplates);
  return templates.map((template) => {
    const of = textOrJson(fieldsOf(template.metadata).name);
    return power('volumes', `claim ${of} for each pod of ${kind} ${name}`, { bytes: sizeOf(template) });
  });
}

/** Bytes that a claim asks for. One whose size nobody can read may be of any. */
function sizeOf({ spec }: Fields): number {
  const quantity = parseQuantity(textOrJson(fieldAt(spec, ['resources', 'requests', 'storage'])));
  const bytes = quantity === undefined ? Number.MAX_SAFE_INTEGER : Number(quantity.nanos / UNIT);
  return Math.min(bytes, Number.MAX_SAFE_INTEGER);
}

/** Texts about the volumes of a pod, by the container that mounts them. */
export function byVolume(
  { volumes: all }: Fields,
  textsOf: (volume: Fields) => readonly string[],
): (container: Fields) => Iterable<string> {
  const texts = new Map(listOf(all).map((volume) => [volume.name, textsOf(volume)]));
  return function* ({ volumeMounts, volumeDevices }) {
    const names = new Set([...listOf(volumeMounts), ...listOf(volumeDevices)].map(({ name }) => name));
    for (const name of names) {
      yield* texts.get(name) ?? [];
    }
  };
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
