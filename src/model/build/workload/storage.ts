import { directoryOf } from '../../../allowed/volume.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Fields } from '../../../base/fields.ts';
import { shortHash } from '../../../base/hash.ts';
import { uniqueBy } from '../../../base/unique.ts';
import { CONFIG_MAPS } from '../../../objects/core.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import type { SharedMount, Volume } from '../../read/storage.ts';
import { isSecretKey } from '../env.ts';
import { lastNamePart, objectName } from '../name.ts';
import { plannedObject, plannedSecret } from '../object.ts';
import type { FileMount, Part, PartsContext } from '../parts.ts';
import type { Value } from '../variables/fill.ts';
import { claimName, makeClaim, sharedClaimName, volumeName } from './claim.ts';
import { MAX_FILE_BYTES } from './fillfile.ts';

/** Env by which a component has its memoryfs in memory. */
const IN_MEMORY = 'ES_ENABLE_EMPTYDIR_MEDIUM_MEMORY';

/** Mount of a container, with the objects that it needs. */
interface Mounted {
  readonly path: string;
  readonly mount: { readonly name: string; readonly mountPath: string } & Fields;
  /** Volume of the pod; a StatefulSet makes that of a template. */
  readonly volume?: { readonly name: string } & Fields;
  readonly template?: Fields;
  readonly object?: PlannedObject;
  /** Whether only one pod may mount it at a time. */
  readonly exclusive?: boolean;
  /** Text of a config file. */
  readonly file?: Value;
  readonly notApplied?: readonly NotApplied[];
}

/** Volumes and mounts of a component. */
export interface Storage {
  readonly volumes: readonly ({ readonly name: string } & Fields)[];
  readonly mounts: readonly ({ readonly name: string; readonly mountPath: string } & Fields)[];
  readonly templates: readonly Fields[];
  readonly objects: readonly PlannedObject[];
  /** Whether a volume lets in only one pod, so that the old one must go before a new one comes. */
  readonly exclusive: boolean;
  /** Changes with the content of the config files; undefined where there are none. */
  readonly digest: string | undefined;
  readonly notApplied: readonly NotApplied[];
}

/** Storage of a component: its volumes, config files and shared mounts. */
export function makeStorage(part: Part, context: PartsContext): Storage {
  const { component } = part;
  const notApplied: NotApplied[] = [];
  const mounted = [
    ...component.volumes.map((volume) => mountVolume(part, volume, context)),
    ...component.configFiles.map((file) =>
      mountFile({ mounter: part, owner: part, file }, file.mountPath, context),
    ),
    ...component.mounts.map((mount) => mountShared(part, mount, context)),
  ].flatMap((made) => ('why' in made ? report(notApplied, made) : [made]));
  const files = mounted.flatMap(({ file }) => file ?? []);
  return {
    // A volume that is mounted in two places is one volume of the pod.
    volumes: uniqueBy(
      mounted.flatMap(({ volume }) => volume ?? []),
      ({ name }) => name,
    ),
    mounts: mounted.map(({ mount }) => mount),
    templates: mounted.flatMap(({ template }) => (template === undefined ? [] : [template])),
    // So is the file of another component.
    objects: uniqueBy(
      mounted.flatMap(({ object }) => object ?? []),
      ({ draft }) => `${draft.kind}/${draft.metadata.name}`,
    ),
    exclusive: mounted.some(({ exclusive }) => exclusive === true),
    digest: files.length === 0 ? undefined : digestOfFiles(files, context),
    notApplied: [...notApplied, ...mounted.flatMap((entry) => entry.notApplied ?? [])],
  };
}

function report(notApplied: NotApplied[], problem: NotApplied): Mounted[] {
  notApplied.push(problem);
  return [];
}

function mountVolume(part: Part, volume: Volume, context: PartsContext): Mounted {
  const { path, mountPath, type } = volume;
  if (type === 'memoryfs') {
    const name = lastNamePart(part, 'memory', volume.name);
    return { path, mount: { name, mountPath }, volume: { name, emptyDir: temporaryOf(part) } };
  }
  const { claim, notApplied } = makeClaim(part, volume, context);
  const name = claimName(part, volume, context);
  return claim.type === 'per-pod'
    ? { path, mount: { name, mountPath }, template: claim.template, notApplied }
    : {
        path,
        mount: { name: volumeName(part, volume), mountPath },
        volume: claimed(volumeName(part, volume), name),
        object: claim.planned,
        exclusive: claim.exclusive,
        notApplied,
      };
}

/** Directory for a memoryfs: in memory it would count against the memory limit, so that the component must ask for it. */
function temporaryOf({ component: { envs } }: Part): Fields {
  const inMemory = envs.some(({ name, value }) => name === IN_MEMORY && value === 'true');
  return directoryOf(inMemory);
}

function claimed(name: string, claim: string) {
  return { name, persistentVolumeClaim: { claimName: claim } };
}

/** Digest of the texts of config files: it reveals nothing of secret ones. */
function digestOfFiles(files: readonly Value[], { digestOf }: PartsContext): string {
  const texts = files.map(({ text, secret }) => (secret ? digestOf(text) : text));
  return shortHash(JSON.stringify(texts), 16);
}

function mountFile(mount: FileMount, mountPath: string, context: PartsContext): Mounted | NotApplied {
  const made = makeFile(mount, context);
  if ('why' in made) {
    return made;
  }
  const { object, isOwn, key, value } = made;
  const { path, mode: defaultMode } = mount.file;
  const { name } = object.draft.metadata;
  const volume = value.secret
    ? { name, secret: { secretName: name, defaultMode } }
    : { name, configMap: { name, defaultMode } };
  return {
    path,
    mount: { name, mountPath, subPath: key },
    volume,
    file: value,
    ...(isOwn ? { object } : {}),
  };
}

function mountShared(mounter: Part, mount: SharedMount, context: PartsContext): Mounted | NotApplied {
  const { path, mountPath } = mount;
  const owner = context.parts.get(mount.owner);
  const volume = owner?.component.volumes.find(({ name }) => name === mount.name);
  if (owner !== undefined && volume !== undefined) {
    if (volume.type === 'memoryfs') {
      return { path, why: 'a memoryfs belongs to one pod, and cannot be mounted by other components' };
    }
    const name = volumeName(owner, volume);
    return {
      path,
      mount: { name, mountPath },
      volume: claimed(name, sharedClaimName(owner, volume, context)),
    };
  }
  const file = owner?.component.configFiles.find(({ name }) => name === mount.name);
  if (owner === undefined || file === undefined) {
    return { path, why: `no component of the model has a volume ${mount.name.slice(0, 63)}` };
  }
  const made = mountFile({ owner, mounter, file }, mountPath, context);
  return { ...made, path };
}

/** Object of a config file, with its one key. */
interface MadeFile {
  /** ConfigMap, or Secret where the text holds a secret. */
  readonly object: PlannedObject;
  /** Whether the object belongs to the component that mounts the file; else its owner has it. */
  readonly isOwn: boolean;
  readonly key: string;
  readonly value: Value;
}

/**
 * Word of the names of config files. Another word than that of the first release, whose objects have another key: pods
 * of that release can restart with their old objects until they are replaced.
 */
const KIND = 'config-file';

/** Key of a file whose name cannot be one. */
const OTHER_KEY = 'content';

/** Object of a config file as a component gets it, or the reason why it cannot be mounted. */
function makeFile(mount: FileMount, { fillFile, surroundings }: PartsContext): MadeFile | NotApplied {
  const { owner, mounter, file } = mount;
  const { value, holder } = fillFile(mount);
  if (Buffer.byteLength(value.text) > MAX_FILE_BYTES) {
    const why = 'it is longer than 1 MiB, which no ConfigMap has room for';
    return { path: `${file.path}.file_content`, why };
  }
  const base = file.mountPath.slice(file.mountPath.lastIndexOf('/') + 1);
  const key = isSecretKey(base) ? base : OTHER_KEY;
  const kind = holder === owner ? KIND : `${KIND}-${owner.workload}`;
  const metadata = { name: objectName(holder, kind, file.mountPath), labels: holder.labels };
  const texts = { [key]: value.text };
  const object = value.secret
    ? plannedSecret(surroundings, metadata, texts)
    : plannedObject(CONFIG_MAPS, surroundings, metadata, { data: texts });
  return { object, isOwn: holder === mounter, key, value };
}
