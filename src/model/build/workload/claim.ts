import { gibibytes } from '../../../allowed/quantity.ts';
import { LABELS } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Fields } from '../../../base/fields.ts';
import { CLAIMS } from '../../../objects/core.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import { EXTEND_METHODS } from '../../../workload/kinds.ts';
import type { Volume } from '../../read/settings.ts';
import { KEPT } from '../kept.ts';
import { objectName, partName } from '../name.ts';
import { plannedObject } from '../object.ts';
import type { Part, PartsContext } from '../parts.ts';
import { isPerPod as isForEachPod } from '../volumes.ts';
import { classOf } from './storageclass.ts';

/** GiB of a volume whose model names no capacity. */
const DEFAULT_CAPACITY = 10;

/** Reason in the status for a volume that several pods mount and that only one node can mount. */
const ONE_NODE =
  'several pods mount the volume, and no storage class of it is known to have volumes that several nodes can mount: it is ReadWriteOnce, and the pods must run on one node; the setting market.storage of the operator names such classes';

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
  const found = classOf(volume, context.surroundings);
  const several = perPod
    ? isMountedElsewhere(part, volume, context)
    : isMountedBySeveral(part, volume, context);
  // A claim that stands has the mode that it has, which is that of a single pod.
  const many = several && !perPod && found.shared && boundClaim(part, volume, context) === undefined;
  const requests = { storage: gibibytes(volume.capacity || DEFAULT_CAPACITY) };
  const spec = {
    // The mode of the model says what its publisher had: a claim for many waits for ever on a class for one.
    accessModes: [many ? 'ReadWriteMany' : 'ReadWriteOnce'],
    ...(found.name === undefined ? {} : { storageClassName: found.name }),
    resources: { requests },
  };
  return {
    claim: perPod
      ? { type: 'per-pod', template: templateOf(part, volume, spec, context) }
      : {
          type: 'shared',
          planned: objectOf(part, volume, spec, context),
          exclusive: !many && !hasSeveralPods(part),
        },
    notApplied: [...(several && !many ? [{ path: volume.path, why: ONE_NODE }] : []), ...found.notApplied],
  };
}

/** Name of the claim that the pods of a component share, or of the template of theirs. */
export function claimName(part: Part, volume: Volume, context: PartsContext): string {
  return isPerPod(part, volume, context)
    ? (boundTemplate(part, volume, context) ?? partName(part, 'volume', volume.name))
    : (boundClaim(part, volume, context) ?? volumeName(part, volume));
}

/** Name of the claim that other components mount: that of the pods, or of the only pod where it has its own. */
export function sharedClaimName(part: Part, volume: Volume, context: PartsContext): string {
  const name = claimName(part, volume, context);
  return isPerPod(part, volume, context) ? `${name}-${part.workload}-0` : name;
}

/** Name of the volume of the pods that mount a claim; that of a claim that stands may be too long for one. */
export function volumeName(part: Part, volume: Volume): string {
  return objectName(part, 'volume', volume.name);
}

/** Claim that has the data of a volume, and not the name that follows from the model. */
function boundClaim({ component }: Part, volume: Volume, { volumes }: PartsContext): string | undefined {
  return volumes[KEPT.claim(component.key, volume.name)];
}

/** Template that has made the claims of the pods, and not the name that follows from the model. */
function boundTemplate({ component }: Part, volume: Volume, { volumes }: PartsContext): string | undefined {
  return volumes[KEPT.template(component.key, volume.name)];
}

function isPerPod(part: Part, volume: Volume, context: PartsContext): boolean {
  if (boundTemplate(part, volume, context) !== undefined) {
    return true;
  }
  const { component } = part;
  const components = [...context.parts.values()].map((other) => other.component);
  return (
    boundClaim(part, volume, context) === undefined && isForEachPod({ components }, { component, volume })
  );
}

function isMountedElsewhere({ component }: Part, volume: Volume, { parts }: PartsContext): boolean {
  return [...parts.values()].some((other) =>
    other.component.mounts.some(({ owner, name }) => owner === component.key && name === volume.name),
  );
}

/** Whether several pods mount one claim at the same time. */
function isMountedBySeveral(part: Part, volume: Volume, context: PartsContext): boolean {
  return hasSeveralPods(part) || isMountedElsewhere(part, volume, context);
}

function hasSeveralPods({ component: { extendMethod, sizing } }: Part): boolean {
  const { pods } = EXTEND_METHODS[extendMethod];
  return pods === 'per-node' || (pods === 'replicas' && sizing.replicas > 1);
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
