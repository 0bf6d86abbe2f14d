import type { Diagnostics } from './diagnostics.ts';
import type { WireComponent } from './format.ts';
import type { ReadContext } from './settings.ts';

/** Volume of a component. */
export interface Volume {
  readonly path: string;
  readonly name: string;
  /** Mount path: absolute, without `..`. */
  readonly mountPath: string;
  /** `share-file`, `local`, `memoryfs`, or the name of a storage class. */
  readonly type: string;
  /** GiB; 0 where the model has none. */
  readonly capacity: number;
  /** Settings of the install for it; undefined in a model as it is parsed. */
  readonly overridden?: VolumeOverride;
}

/** Size and class of a volume that its install sets. */
interface VolumeOverride {
  /** Path in the spec of the install. */
  readonly path: string;
  readonly size: boolean;
  /** StorageClass; undefined where that of the model stands. */
  readonly storageClass: string | undefined;
}

/** Config file of a component. */
export interface ConfigFile {
  readonly path: string;
  readonly name: string;
  /** Path of the file: absolute, without `..`. */
  readonly mountPath: string;
  /** Never empty; may hold `${NAME}`. */
  readonly content: string;
  /** File mode, at most 0o777. */
  readonly mode: number;
}

/** Mount of a volume or config file of another component. */
export interface SharedMount {
  readonly path: string;
  /** Key of the owning component. */
  readonly owner: string;
  /** Name of the volume or config file; the owner has one of this name. */
  readonly name: string;
  /** Mount path: absolute, without `..`. */
  readonly mountPath: string;
}

/** Storage and files of a component. */
export interface Storage {
  readonly volumes: readonly Volume[];
  readonly configFiles: readonly ConfigFile[];
  readonly mounts: readonly SharedMount[];
}

type WireVolume = WireComponent['service_volume_map_list'][number]['value'];

const CONFIG_FILE = 'config-file';

/** Volumes, config files and mounts; the second at the same path is left out. */
export function readStorage(wire: WireComponent, { path, key, names, diagnostics }: ReadContext): Storage {
  const taken = new Set<string>();
  const free = (at: string, place: string) => {
    const problem = problemOfPlace(place, taken);
    if (problem !== undefined) {
      diagnostics.addNotApplied(at, problem);
    }
    taken.add(place);
    return problem === undefined;
  };
  const own = wire.service_volume_map_list
    .map(({ at, value }) => ({ at: `${path}.service_volume_map_list[${at}]`, value }))
    .filter(({ at, value }) => free(at, normal(value.volume_path)))
    .filter(({ at, value }, place, all) => {
      const first = all.findIndex((other) => other.value.volume_name === value.volume_name) === place;
      if (!first && value.volume_name !== '') {
        diagnostics.addNotApplied(at, 'another volume of the component has this name');
      }
      return first || value.volume_name === '';
    });
  const mounts = wire.mnt_relation_list
    .map(({ at, value }) => ({ at: `${path}.mnt_relation_list[${at}]`, value }))
    .flatMap(({ at, value }): SharedMount[] => {
      const owner = names.find(value.service_share_uuid);
      if (owner === undefined || owner === key) {
        diagnostics.addNotApplied(at, 'no other component of the model has this service_share_uuid');
        return [];
      }
      const mountPath = normal(value.mnt_dir);
      return free(at, mountPath) ? [{ path: at, owner, name: value.mnt_name, mountPath }] : [];
    });
  return {
    volumes: own
      .filter(({ value }) => value.volume_type !== CONFIG_FILE)
      .map(({ at, value }) => volume(at, value)),
    configFiles: own
      .filter(({ value }) => value.volume_type === CONFIG_FILE)
      .flatMap(({ at, value }) => configFile(at, value, diagnostics)),
    mounts,
  };
}

function normal(path: string): string {
  return path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
}

function problemOfPlace(place: string, taken: ReadonlySet<string>): string | undefined {
  if (
    !place.startsWith('/') ||
    place === '/' ||
    /(^|\/)\.\.?(\/|$)/.test(place) ||
    /[:\p{Cc}]/u.test(place)
  ) {
    return 'it must be mounted at an absolute path without .. and : that is not / itself';
  }
  return taken.has(place) ? 'something else of the component is mounted there' : undefined;
}

function volume(path: string, value: WireVolume): Volume {
  return {
    path,
    name: value.volume_name || normal(value.volume_path),
    mountPath: normal(value.volume_path),
    type: value.volume_type,
    capacity: value.volume_capacity ?? 0,
  };
}

function configFile(path: string, value: WireVolume, diagnostics: Diagnostics): ConfigFile[] {
  if (value.file_content === '') {
    diagnostics.addNotApplied(
      `${path}.file_content`,
      'it is empty, and a file without content is not mounted',
    );
    return [];
  }
  const mode = value.mode === undefined ? ALL_RIGHTS : fileMode(value.mode);
  if (mode === undefined) {
    diagnostics.addNotApplied(`${path}.mode`, 'permissions are octal digits from 0 to 777, such as 644');
  }
  return [
    {
      path,
      name: value.volume_name || normal(value.volume_path),
      mountPath: normal(value.volume_path),
      content: value.file_content,
      mode: mode ?? ALL_RIGHTS,
    },
  ];
}

/** Permissions of a file without a mode, as in the original: scripts among the files are run. */
const ALL_RIGHTS = 0o777;

/** Modes of octal digits that publishers mean in decimal: 0644 and 0755, as Kubernetes writes them in JSON. */
const DECIMAL_MODES: ReadonlySet<number> = new Set([0o644, 0o755]);

/** File mode: publishers write it as the digits of chmod (644), or in decimal (420). */
function fileMode(mode: number): number | undefined {
  const isOctal = /^[0-7]+$/.test(`${mode}`) && !DECIMAL_MODES.has(mode);
  const value = isOctal ? Number.parseInt(`${mode}`, 8) : mode;
  return value <= ALL_RIGHTS ? value : undefined;
}
