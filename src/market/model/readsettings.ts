import type { Diagnostics } from './diagnostics.ts';
import type { ComponentNames } from './identity.ts';
import type { WireComponent, WirePlugin } from './schema.ts';
import { isScrapeInterval, SCRAPE_INTERVAL, secondsOf } from './scrape.ts';
import type {
  ConfigFile,
  Header,
  KubernetesAttribute,
  Monitor,
  Probe,
  SharedMount,
  Volume,
} from './settings.ts';

/** Position of a component in its model, with the diagnostics of the model. */
export interface ReadContext {
  readonly path: string;
  readonly key: string;
  readonly names: ComponentNames;
  /** Plugins of the model, by their `plugin_key`. */
  readonly plugins: ReadonlyMap<string, WirePlugin>;
  readonly diagnostics: Diagnostics;
}

/** Storage and files of a component. */
export interface Storage {
  readonly volumes: readonly Volume[];
  readonly configFiles: readonly ConfigFile[];
  readonly mounts: readonly SharedMount[];
}

type WireVolume = WireComponent['service_volume_map_list'][number]['value'];
type WireProbe = WireComponent['probes'][number]['value'];

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

/** Enabled probes, the first of each mode. */
export function readProbes(wire: WireComponent, { path, diagnostics }: ReadContext): readonly Probe[] {
  const probes = new Map<string, Probe>();
  for (const { at, value } of wire.probes) {
    const where = `${path}.probes[${at}]`;
    const probe = value.is_used === false ? 'it is not in use' : readProbe(where, value);
    if (typeof probe !== 'string' && !probes.has(probe.mode)) {
      probes.set(probe.mode, probe);
    } else if (value.is_used !== false) {
      diagnostics.addNotApplied(
        where,
        typeof probe === 'string' ? probe : 'there is a probe of this mode already',
      );
    }
  }
  return [...probes.values()];
}

function readProbe(path: string, value: WireProbe): Probe | string {
  const { mode } = value;
  if (mode !== 'readiness' && mode !== 'liveness') {
    return 'its mode is neither readiness nor liveness';
  }
  const check = readCheck(value);
  if (typeof check === 'string') {
    return check;
  }
  return {
    path,
    mode,
    check,
    initialDelay: value.initial_delay_second ?? 4,
    period: value.period_second || 3,
    timeout: value.timeout_second || 5,
    failureThreshold: value.failure_threshold || 3,
    // Kubernetes accepts no other value for liveness.
    successThreshold: mode === 'liveness' ? 1 : value.success_threshold || 1,
  };
}

function readCheck({ scheme, port, path, cmd, http_header }: WireProbe): Probe['check'] | string {
  const type = scheme === '' ? 'tcp' : scheme.toLowerCase();
  if (type === 'cmd') {
    return cmd.trim() === '' ? 'it has no cmd' : { type, command: cmd };
  }
  if (type !== 'tcp' && type !== 'http') {
    return 'its scheme is neither tcp, http nor cmd';
  }
  if (port === undefined || port === 0) {
    return 'it has no port';
  }
  return type === 'tcp'
    ? { type, port }
    : { type, port, path: path.startsWith('/') ? path : `/${path}`, headers: probeHeaders(http_header) };
}

/** `k=v,k2=v2`. */
function probeHeaders(text: string): readonly Header[] {
  return text.split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return name.trim() === '' ? [] : [{ name: name.trim(), value: value.join('=').trim() }];
  });
}

/** Metrics endpoints of a component, unique by name. */
export function readMonitors(wire: WireComponent, { path, diagnostics }: ReadContext): readonly Monitor[] {
  const monitors = new Map<string, Monitor>();
  for (const { at, value } of wire.component_monitors) {
    const where = `${path}.component_monitors[${at}]`;
    const { port = 0 } = value;
    const name = value.name || `${port}`;
    if (port === 0 || monitors.has(name)) {
      diagnostics.addNotApplied(where, port === 0 ? 'it has no port' : 'there is another of this name');
      continue;
    }
    const metricsPath = value.path.startsWith('/') ? value.path : `/${value.path || 'metrics'}`;
    const interval = readInterval(value.interval, `${where}.interval`, diagnostics);
    monitors.set(name, { path: where, name, port, metricsPath, interval });
  }
  return [...monitors.values()];
}

/** Interval of a scrape; empty for that of Prometheus. */
function readInterval(text: string, path: string, diagnostics: Diagnostics): string {
  const interval = /^\d{1,6}$/.test(text) ? `${text}s` : text;
  if (isScrapeInterval(interval)) {
    return interval;
  }
  if (secondsOf(interval) !== undefined) {
    diagnostics.addNotApplied(path, `it must be ${SCRAPE_INTERVAL}`);
  }
  return '';
}

/** Fields of the pod for which the format has no key. */
export function readAttributes(
  wire: WireComponent,
  { path, diagnostics }: ReadContext,
): readonly KubernetesAttribute[] {
  return wire.component_k8s_attributes.flatMap(({ at, value }): KubernetesAttribute[] => {
    const where = `${path}.component_k8s_attributes[${at}]`;
    if (value.name === '') {
      diagnostics.addNotApplied(where, 'it has no name');
      return [];
    }
    const text = value.attribute_value;
    if (typeof text === 'object' && text !== null) {
      return [{ path: where, name: value.name, format: 'json', value: JSON.stringify(text) }];
    }
    const format = value.save_type === 'json' || value.save_type === 'yaml' ? value.save_type : 'string';
    return [{ path: where, name: value.name, format, value: String(text ?? '') }];
  });
}
