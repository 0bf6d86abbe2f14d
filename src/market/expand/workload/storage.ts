import type { NotApplied } from '../../../api/marketinstall.ts';
import type { Fields } from '../../../base/fields.ts';
import { shortHash } from '../../../base/hash.ts';
import { uniqueBy } from '../../../base/unique.ts';
import type { ConfigFile, SharedMount, Volume } from '../../model/settings.ts';
import type { PlannedObject } from '../expansion.ts';
import { partName } from '../name.ts';
import type { Part, PartsContext } from '../parts.ts';
import { claimName, makeClaim } from './claim.ts';
import { FILE_KEY, fileName, fileProblem, makeFile } from './file.ts';
import { gibibytes } from './quantity.ts';

/** Mount of a container, with the objects that it needs. */
interface Mounted {
  readonly path: string;
  readonly mount: { readonly name: string; readonly mountPath: string } & Fields;
  /** Volume of the pod; a StatefulSet makes that of a template. */
  readonly volume?: { readonly name: string } & Fields;
  readonly template?: Fields;
  readonly object?: PlannedObject;
  /** Whether only one pod may mount it. */
  readonly exclusive?: boolean;
  readonly content?: string;
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
    ...component.configFiles.map((file) => mountFile({ part, file, mountPath: file.mountPath }, context)),
    ...component.mounts.map((mount) => mountShared(mount, context)),
  ].flatMap((made) => ('why' in made ? report(notApplied, made) : [made]));
  const contents = mounted.flatMap(({ content }) => content ?? []);
  return {
    // A volume that is mounted in two places is one volume of the pod.
    volumes: uniqueBy(
      mounted.flatMap(({ volume }) => volume ?? []),
      ({ name }) => name,
    ),
    mounts: mounted.map(({ mount }) => mount),
    templates: mounted.flatMap(({ template }) => (template === undefined ? [] : [template])),
    objects: mounted.flatMap(({ object }) => object ?? []),
    exclusive: mounted.some(({ exclusive }) => exclusive === true),
    digest: contents.length === 0 ? undefined : shortHash(JSON.stringify(contents), 16),
    notApplied: [...notApplied, ...mounted.flatMap((entry) => entry.notApplied ?? [])],
  };
}

function report(notApplied: NotApplied[], problem: NotApplied): Mounted[] {
  notApplied.push(problem);
  return [];
}

function mountVolume(part: Part, volume: Volume, context: PartsContext): Mounted {
  const { path, mountPath, type, capacity } = volume;
  if (type === 'memoryfs') {
    const name = partName(part, 'memory', volume.name);
    const emptyDir = { medium: 'Memory', ...(capacity > 0 ? { sizeLimit: gibibytes(capacity) } : {}) };
    return { path, mount: { name, mountPath }, volume: { name, emptyDir } };
  }
  const { claim, notApplied } = makeClaim(part, volume, context);
  const name = claimName(part, volume, context);
  const mount = { name, mountPath };
  return claim.type === 'per-pod'
    ? { path, mount, template: claim.template, notApplied }
    : {
        path,
        mount,
        volume: claimed(name),
        object: claim.planned,
        exclusive: claim.exclusive,
        notApplied,
      };
}

function claimed(claim: string) {
  return { name: claim, persistentVolumeClaim: { claimName: claim } };
}

function mountFile(
  { part, file, mountPath }: { readonly part: Part; readonly file: ConfigFile; readonly mountPath: string },
  context: PartsContext,
): Mounted | NotApplied {
  const problem = fileProblem(file);
  if (problem !== undefined) {
    return problem;
  }
  const name = fileName(part, file);
  const { path, mode, content } = file;
  return {
    path,
    mount: { name, mountPath, subPath: FILE_KEY },
    volume: { name, configMap: { name, defaultMode: mode } },
    object: makeFile(part, file, context),
    content,
  };
}

function mountShared(mount: SharedMount, context: PartsContext): Mounted | NotApplied {
  const { path, mountPath } = mount;
  const owner = context.parts.get(mount.owner);
  const volume = owner?.component.volumes.find(({ name }) => name === mount.name);
  if (owner !== undefined && volume !== undefined) {
    if (volume.type === 'memoryfs') {
      return { path, why: 'memory cannot be shared among the pods of different components' };
    }
    const name = claimName(owner, volume, context);
    return { path, mount: { name, mountPath }, volume: claimed(name) };
  }
  const file = owner?.component.configFiles.find(({ name }) => name === mount.name);
  if (owner === undefined || file === undefined) {
    return { path, why: `no component of the model has a volume ${mount.name.slice(0, 63)}` };
  }
  const made = mountFile({ part: owner, file, mountPath }, context);
  if ('why' in made) {
    return { path, why: made.why };
  }
  // The ConfigMap is made with the component that has the file.
  const { object: _ofOwner, ...rest } = made;
  return { ...rest, path };
}
