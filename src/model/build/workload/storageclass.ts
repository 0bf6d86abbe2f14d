import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Volume } from '../../read/settings.ts';
import type { StorageClass, Surroundings } from '../expansion.ts';

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
