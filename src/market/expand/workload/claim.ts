import { LABELS } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Fields } from '../../../base/fields.ts';
import { CLAIMS } from '../../../objects/core.ts';
import { EXTEND_METHODS } from '../../../workload/kinds.ts';
import type { Volume } from '../../model/settings.ts';
import type { PlannedObject } from '../expansion.ts';
import { objectName, partName } from '../name.ts';
import { plannedObject } from '../object.ts';
import type { Part, PartsContext } from '../parts.ts';
import { isStateful } from '../slot.ts';
import { gibibytes } from './quantity.ts';

/** GiB of a volume whose model names no capacity. */
const DEFAULT_CAPACITY = 10;

/** Types of volumes that many pods may write; a volume without a type is one of them. */
const SHARED_TYPES = new Set(['', 'share-file']);

const ACCESS_MODES = { RWO: 'ReadWriteOnce', RWX: 'ReadWriteMany', ROX: 'ReadOnlyMany' } as const;

/** Claim of a volume that outlives pods. */
type Claim =
  /** Object of its own, which all pods share. */
  | { readonly type: 'shared'; readonly planned: PlannedObject; readonly exclusive: boolean }
  /** Template, of which the StatefulSet makes one claim per pod. */
  | { readonly type: 'per-pod'; readonly template: Fields };

/** Claim, with the settings of the model that it cannot have. */
export interface MadeClaim {
  readonly claim: Claim;
  readonly notApplied: readonly NotApplied[];
}

/**
 * Claim of a volume. Every pod of a scaled component with stable pods has data of its own, so that the StatefulSet
 * makes the claims; they are found by the labels of the template, which its controller copies onto them. Everywhere
 * else, and where another component mounts the volume, the claim is an object of its own.
 */
export function makeClaim(part: Part, volume: Volume, context: PartsContext): MadeClaim {
  const perPod = isPerPod(part, volume, context);
  const { mode, notApplied } = accessOf(part, volume, context, perPod);
  const found = classOf(volume, context);
  const requests = { storage: gibibytes(volume.capacity || DEFAULT_CAPACITY) };
  const spec = {
    accessModes: [ACCESS_MODES[mode]],
    ...(found.name === undefined ? {} : { storageClassName: found.name }),
    resources: { requests },
  };
  return {
    claim: perPod
      ? { type: 'per-pod', template: templateOf(part, volume, spec, context) }
      : { type: 'shared', planned: objectOf(part, volume, spec, context), exclusive: mode === 'RWO' },
    notApplied: [...notApplied, ...found.notApplied],
  };
}

/** Name of the claim that the pods of a component share, or of the template of theirs. */
export function claimName(part: Part, volume: Volume, context: PartsContext): string {
  const made = isPerPod(part, volume, context) ? partName : objectName;
  return made(part, 'volume', volume.name);
}

function isPerPod(part: Part, volume: Volume, context: PartsContext): boolean {
  const { component } = part;
  const isScaled = EXTEND_METHODS[component.extendMethod].pods === 'replicas';
  return isStateful(component) && isScaled && !isMountedElsewhere(part, volume, context);
}

function isMountedElsewhere({ component }: Part, volume: Volume, { parts }: PartsContext): boolean {
  return [...parts.values()].some((other) =>
    other.component.mounts.some(({ owner, name }) => owner === component.key && name === volume.name),
  );
}

function accessOf(part: Part, volume: Volume, context: PartsContext, perPod: boolean) {
  const { extendMethod, sizing } = part.component;
  const { pods } = EXTEND_METHODS[extendMethod];
  const several =
    !perPod &&
    (isMountedElsewhere(part, volume, context) ||
      pods === 'per-node' ||
      (pods === 'replicas' && sizing.replicas > 1));
  const asked = volume.accessMode === '' ? defaultMode(volume) : volume.accessMode;
  if (asked !== 'RWO' || !several) {
    return { mode: asked, notApplied: [] };
  }
  const path = `${volume.path}.access_mode`;
  const why = 'several pods mount the volume, so that it is ReadWriteMany';
  return { mode: 'RWX', notApplied: volume.accessMode === '' ? [] : [{ path, why }] } as const;
}

function defaultMode({ type }: Volume) {
  return SHARED_TYPES.has(type) ? 'RWX' : 'RWO';
}

/** Storage class of the volume's type; the default class where there is none of that name. */
function classOf({ type, path, overridden }: Volume, { surroundings: { storageClasses } }: PartsContext) {
  if (overridden?.storageClass !== undefined) {
    return { name: overridden.storageClass, notApplied: [] };
  }
  if (storageClasses?.some(({ name }) => name === type)) {
    return { name: type, notApplied: [] };
  }
  const isOfFormat = SHARED_TYPES.has(type) || type === 'local';
  const isDefaultMissing = storageClasses?.every(({ isDefault }) => !isDefault);
  const isThere = storageClasses === undefined ? 'nobody may look whether there is a' : 'there is no';
  const why = [
    ...(isOfFormat ? [] : [`${isThere} storage class ${type.slice(0, 63)}`]),
    ...(isDefaultMissing ? ['the volume waits for a default storage class, of which there is none'] : []),
  ].join('; ');
  return { name: undefined, notApplied: why === '' ? [] : [{ path: `${path}.volume_type`, why }] };
}

function templateOf(part: Part, volume: Volume, spec: Fields, context: PartsContext): Fields {
  const { uid } = context.surroundings.install;
  return {
    metadata: {
      name: claimName(part, volume, context),
      labels: { ...part.selector, [LABELS.install]: uid },
    },
    spec,
  };
}

function objectOf(part: Part, volume: Volume, spec: Fields, context: PartsContext): PlannedObject {
  const metadata = { name: claimName(part, volume, context), labels: part.labels };
  return plannedObject(CLAIMS, context.surroundings, metadata, { spec });
}
