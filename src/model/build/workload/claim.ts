import { gibibytes } from '../../../allowed/quantity.ts';
import { LABELS } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Fields } from '../../../base/fields.ts';
import { present } from '../../../base/fields.ts';
import { CLAIMS } from '../../../objects/core.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import type { StorageClass, Surroundings } from '../../../source/surroundings.ts';
import { EXTEND_METHODS } from '../../../workload/kinds.ts';
import type { Volume } from '../../read/storage.ts';
import { KEPT } from '../kept.ts';
import { lastNamePart, objectName } from '../name.ts';
import { plannedObject } from '../object.ts';
import type { Part, PartsContext } from '../parts.ts';
import { isPerPod as isForEachPod } from '../volumes.ts';

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
    ...present({ storageClassName: found.name }),
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
    ? (boundTemplate(part, volume, context) ?? lastNamePart(part, 'volume', volume.name))
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

/** Types of volumes that name no storage class; a volume without a type is one of them. */
const TYPES_OF_FORMAT: ReadonlySet<string> = new Set(['share-file', 'local']);

/** Type of a volume without one. */
const DEFAULT_TYPE = 'share-file';

/**
 * Provisioners whose volumes several nodes can mount for writing: network file systems, after the list of CSI drivers
 * (https://kubernetes-csi.github.io/docs/drivers.html). Those that can in some set-ups only are not among them.
 */
const SHARED_PROVISIONERS: ReadonlySet<string> = new Set([
  'cephfs.csi.ceph.com',
  'efs.csi.aws.com',
  'file.csi.azure.com',
  'filestore.csi.storage.gke.io',
  'nfs.csi.k8s.io',
  'smb.csi.k8s.io',
]);

/** Endings of provisioners that get a prefix where they are installed, by Rook and by the chart of the provisioner. */
const SHARED_ENDINGS = ['.cephfs.csi.ceph.com', 'nfs-subdir-external-provisioner'] as const;

/** Storage class of a volume. */
interface ChosenClass {
  /** Undefined for the default class. */
  readonly name: string | undefined;
  /** Whether several nodes can mount its volumes for writing. */
  readonly shared: boolean;
  readonly notApplied: readonly NotApplied[];
}

/**
 * Storage class of a volume: the one that the install sets, else the configured one of its type, else the class that is called like the type, else the
 * default class of the cluster.
 */
export function classOf({ type, path, overridden }: Volume, surroundings: Surroundings): ChosenClass {
  if (overridden?.storageClass !== undefined) {
    const name = overridden.storageClass;
    return { name, shared: isShared(name, surroundings), notApplied: [] };
  }
  const configured = configuredClass(type, surroundings);
  const wanted = [configured, type].find(
    (name) => name !== undefined && mayExist(name, configured, surroundings),
  );
  if (wanted !== undefined) {
    return { name: wanted, shared: isShared(wanted, surroundings), notApplied: [] };
  }
  const isOfFormat = type === '' || TYPES_OF_FORMAT.has(type);
  const why = whyDefault(configured ?? (isOfFormat ? undefined : type), surroundings);
  const defaults = surroundings.storageClasses?.filter(({ isDefault }) => isDefault) ?? [];
  return {
    name: undefined,
    shared: defaults.length > 0 && defaults.every(({ name }) => isShared(name, surroundings)),
    notApplied: why === '' ? [] : [{ path: `${path}.volume_type`, why }],
  };
}

function configuredClass(type: string, { storage: { classes } }: Surroundings): string | undefined {
  const key = type || DEFAULT_TYPE;
  return Object.hasOwn(classes, key) ? classes[key] : undefined;
}

/** Reason why a volume is of the default class, and what it waits for; empty where its type names no class. */
function whyDefault(missing: string | undefined, { storageClasses }: Surroundings): string {
  const isThere = storageClasses === undefined ? 'nobody may look whether there is a' : 'there is no';
  return [
    ...(missing === undefined ? [] : [`${isThere} storage class ${missing.slice(0, 63)}`]),
    ...(storageClasses?.every(({ isDefault }) => !isDefault)
      ? ['the volume waits for a default storage class, of which there is none']
      : []),
  ].join('; ');
}

/** Whether a class is one of the cluster. Where nobody may look, the configuration is taken at its word. */
function mayExist(name: string, configured: string | undefined, { storageClasses }: Surroundings): boolean {
  return storageClasses?.some((each) => each.name === name) ?? name === configured;
}

function isShared(name: string, { storageClasses, storage }: Surroundings): boolean {
  return (
    storage.readWriteMany.includes(name) ||
    (storageClasses?.some((each) => each.name === name && isSharedProvisioner(each)) ?? false)
  );
}

function isSharedProvisioner({ provisioner }: StorageClass): boolean {
  return (
    SHARED_PROVISIONERS.has(provisioner) || SHARED_ENDINGS.some((ending) => provisioner.endsWith(ending))
  );
}
