import type { Override } from '../../api/overrides.ts';
import type { AddressRange } from '../../store/guard.ts';
import { EXTEND_METHODS, type ExtendMethod } from '../../workload/kinds.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type Endpoint, readEndpoints } from './endpoint.ts';
import { type Env, readEnvs } from './env.ts';
import type { WireComponent } from './format.ts';
import { imageOf, isImage, type Registry, registryOf } from './image.ts';
import { type Plugin, readPlugins } from './plugin.ts';
import { type Probe, readProbes } from './probe.ts';
import {
  type KubernetesAttribute,
  type Monitor,
  type ReadContext,
  readAttributes,
  readMonitors,
} from './settings.ts';
import { type ConfigFile, readStorage, type SharedMount, type Volume } from './storage.ts';

/** One port of a component. */
export interface Port {
  readonly path: string;
  readonly containerPort: number;
  /** Lower case, for example `http`, `tcp`, `udp`, `mysql`. */
  readonly protocol: string;
  /** Prefix of the connection envs; empty where the model has none. */
  readonly alias: string;
  /** Name of the Service; empty where the model has none. */
  readonly serviceName: string;
  /** Whether the mesh of the original forwarded it. */
  readonly inner: boolean;
  readonly outer: boolean;
}

/** Size of a component. */
export interface Sizing {
  /** Replicas when it runs. */
  readonly replicas: number;
  /** MiB; 0 is unlimited. */
  readonly memory: number;
  /** Thousandths of a core; 0 is unlimited. */
  readonly cpu: number;
}

/** Component of a model that runs as a container, or elsewhere. No list is missing; missing texts are empty. */
export interface ModelComponent {
  /** Path in the model, for example `apps[3]`. */
  readonly path: string;
  /** Key that is unique in the model and the same in every version. */
  readonly key: string;
  /** `service_share_uuid`, by which plugins and other versions name it. */
  readonly shareId: string;
  /** `service_cname`, or another of its names. */
  readonly name: string;
  /** `k8s_component_name`, or `service_alias`: wish for the name of the workload; may be empty, or no DNS label. */
  readonly shortName: string;
  readonly version: string;
  /** `amd64`, `arm64`, or several separated by `&`. */
  readonly arch: string;
  /** `share_image`, or `image`. */
  readonly image: string;
  readonly registry: Registry;
  /** Start command, separated by blanks; may hold `${NAME}`. */
  readonly cmd: string;
  readonly extendMethod: ExtendMethod;
  readonly sizing: Sizing;
  readonly ports: readonly Port[];
  readonly envs: readonly Env[];
  /** Envs for those that depend on it, beside host and port of its ports. */
  readonly connectEnvs: readonly Env[];
  /** Storage, without the config files. */
  readonly volumes: readonly Volume[];
  readonly configFiles: readonly ConfigFile[];
  readonly mounts: readonly SharedMount[];
  /** Keys of components of the model, unique, without its own. */
  readonly dependsOn: readonly string[];
  readonly probes: readonly Probe[];
  readonly monitors: readonly Monitor[];
  /** Plugins that run in its pods. */
  readonly plugins: readonly Plugin[];
  readonly attributes: readonly KubernetesAttribute[];
  /** Labels that select its nodes, by their names in the publisher's cluster. */
  readonly labels: Readonly<Record<string, string>>;
  /** Addresses of a component that runs elsewhere and has no pods; undefined for all others. */
  readonly endpoints?: readonly Endpoint[];
  /** Parts of the pods that the install sets, of which the format has no key; none in a model as it is parsed. */
  readonly overridden?: PodOverride;
}

/** Parts of the pods of a component that its install sets. */
export interface PodOverride {
  readonly resources: NonNullable<Override['resources']>;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Envs whose values are in Secrets of the namespace. */
  readonly secretEnvs: readonly SecretEnv[];
  /** Names of all envs that the install sets. */
  readonly envNames: readonly string[];
}

/** Env whose value is in a Secret of the namespace. */
export interface SecretEnv {
  readonly name: string;
  readonly secret: { readonly name: string; readonly key: string };
}

/** MiB. */
const DEFAULT_MEMORY = 512;

/** Thousandths of a core. */
const DEFAULT_CPU = 250;

/** Values of `extend_method` that models have besides those of `EXTEND_METHODS`. */
const ALIASES: ReadonlyMap<string, ExtendMethod> = new Map([
  ['', 'stateless_multiple'],
  ['stateless', 'stateless_multiple'],
  ['state', 'state_multiple'],
]);

function extendMethodOf(value: string): ExtendMethod | undefined {
  return isExtendMethod(value) ? value : ALIASES.get(value);
}

function isExtendMethod(value: string): value is ExtendMethod {
  return Object.hasOwn(EXTEND_METHODS, value);
}

/** Reason for which nothing is installed for a component; undefined where it runs here, or at allowed addresses. */
export function whyLeftOut(wire: WireComponent, allowed: readonly AddressRange[]): string | undefined {
  const { extend_method, service_type, service_source } = wire;
  // A converted component may still have the type vm; its extend_method decides.
  if (extend_method === 'vm' || (service_type === 'vm' && extend_method === '')) {
    return 'it is a virtual machine, and there are none here';
  }
  if (extend_method === 'kubeblocks_component') {
    return 'it is a cluster of KubeBlocks, which is not installed from here';
  }
  if (service_type === 'helm-chart') {
    return 'it is a Helm chart, and those are not installed';
  }
  if (service_source !== ELSEWHERE) {
    return undefined;
  }
  const read = readEndpoints(wire, allowed);
  return read.type === 'read'
    ? undefined
    : `it runs elsewhere, and ${read.why}; set the envs of those that use it in spec.overrides`;
}

/** `service_source` of components that run elsewhere. */
const ELSEWHERE = 'third_party';

/** Whether a component is published as sources to build. */
export function isSourceBuilt({ share_type, share_slug_path, share_image }: WireComponent): boolean {
  return share_type === 'slug' || (share_image === '' && share_slug_path !== '');
}

/** Problem for which a component cannot be installed: its key, and the value that it must have. */
export function componentProblem(
  wire: WireComponent,
): { readonly key: string; readonly message: string } | undefined {
  const image = imageOf(wire);
  if (wire.service_source === ELSEWHERE) {
    return portProblemOf(wire);
  }
  if (image === '') {
    return { key: 'share_image', message: 'is required where there is no image' };
  }
  if (!isImage(image)) {
    return { key: 'share_image', message: 'must be an image such as registry.example.com/shop/web:1.0' };
  }
  if (extendMethodOf(wire.extend_method) === undefined) {
    const known = [...ALIASES.keys(), ...Object.keys(EXTEND_METHODS)].filter((method) => method !== '');
    return { key: 'extend_method', message: `must be ${known.join(' or ')}` };
  }
  return portProblemOf(wire);
}

function portProblemOf(wire: WireComponent): ReturnType<typeof componentProblem> {
  const portless = wire.port_map_list.find(({ value }) => value.container_port === undefined);
  return portless === undefined
    ? undefined
    : { key: `port_map_list[${portless.at}].container_port`, message: 'is required' };
}

/** Component without such problems, whose addresses are allowed where it runs elsewhere. */
export function readComponent(
  wire: WireComponent,
  reading: ReadContext,
  allowed: readonly AddressRange[],
): ModelComponent {
  if (wire.service_source !== ELSEWHERE) {
    return readContainer(wire, reading);
  }
  const read = readEndpoints(wire, allowed);
  reportPods(wire, reading);
  return {
    ...readContainer({ ...wire, ...NO_PODS }, reading),
    endpoints: read.type === 'read' ? read.endpoints : [],
  };
}

/** Keys of the pods of a component, as they are where it has none. */
const NO_PODS = {
  ...{ image: '', share_image: '', cmd: '', extend_method: '' },
  service_image: { hub_url: '', hub_user: '', hub_password: '' },
  ...{ service_volume_map_list: [], mnt_relation_list: [], probes: [], component_monitors: [] },
  ...{ service_related_plugin_config: [], component_k8s_attributes: [] },
} satisfies Partial<WireComponent>;

/** Reports the lists that say something of pods. */
function reportPods(wire: WireComponent, { path, diagnostics }: ReadContext): void {
  const keys = Object.keys(NO_PODS) as (keyof typeof NO_PODS)[];
  for (const key of keys.filter((each) => hasEntries(wire[each]))) {
    diagnostics.addNotApplied(`${path}.${key}`, 'the component runs elsewhere, and has no pods here');
  }
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function readContainer(wire: WireComponent, reading: ReadContext): ModelComponent {
  const { path, key, diagnostics } = reading;
  return {
    path,
    key,
    shareId: wire.service_share_uuid,
    name: wire.service_cname || wire.k8s_component_name || wire.service_alias || key,
    shortName: wire.k8s_component_name || wire.service_alias,
    version: wire.version,
    arch: wire.arch,
    image: imageOf(wire),
    registry: registryOf(wire.service_image, `${path}.service_image`, diagnostics),
    cmd: wire.cmd,
    extendMethod: extendMethodOf(wire.extend_method) ?? 'stateless_multiple',
    sizing: sizingOf(wire),
    ports: readPorts(wire, path, diagnostics),
    envs: readEnvs(wire.service_env_map_list, `${path}.service_env_map_list`, diagnostics),
    connectEnvs: readConnectEnvs(wire, path, diagnostics),
    ...readStorage(wire, reading),
    dependsOn: readDependencies(wire, reading),
    probes: readProbes(wire, reading),
    monitors: readMonitors(wire, reading),
    plugins: readPlugins(wire, reading),
    attributes: readAttributes(wire, reading),
    labels: Object.fromEntries(wire.labels.map(({ name, value }) => [name, value])),
  };
}

function sizingOf({ memory, cpu, extend_method_map: extend }: WireComponent): Sizing {
  return {
    replicas: extend.min_node ?? 1,
    memory: extend.init_memory ?? memory ?? extend.min_memory ?? DEFAULT_MEMORY,
    cpu: extend.container_cpu ?? cpu ?? DEFAULT_CPU,
  };
}

function readPorts(
  { port_map_list }: WireComponent,
  path: string,
  diagnostics: Diagnostics,
): readonly Port[] {
  const ports = new Map<string, Port>();
  for (const { at, value } of port_map_list) {
    const protocol = value.protocol.toLowerCase() || 'tcp';
    const containerPort = value.container_port ?? 0;
    const socket = `${containerPort}/${protocol === 'udp' ? 'udp' : 'tcp'}`;
    if (ports.has(socket)) {
      diagnostics.addNotApplied(`${path}.port_map_list[${at}]`, `the component has a port ${socket} already`);
      continue;
    }
    ports.set(socket, {
      path: `${path}.port_map_list[${at}]`,
      containerPort,
      protocol,
      alias: value.port_alias,
      serviceName: value.k8s_service_name,
      inner: value.is_inner_service ?? false,
      outer: value.is_outer_service ?? false,
    });
  }
  return [...ports.values()];
}

/**
 * Envs for those that depend on the component. Those of a port are the publisher's copies of its host and port: they
 * are left out, because the port has its own here.
 */
function readConnectEnvs(
  { service_connect_info_map_list: list, port_map_list }: WireComponent,
  component: string,
  diagnostics: Diagnostics,
): readonly Env[] {
  const path = `${component}.service_connect_info_map_list`;
  const ports = new Set(port_map_list.map(({ value }) => value.container_port));
  for (const { at, value } of list) {
    const port = value.container_port ?? 0;
    if (port !== 0 && !ports.has(port)) {
      diagnostics.addNotApplied(
        `${path}[${at}]`,
        `it belongs to port ${port}, which the component does not have`,
      );
    }
  }
  return readEnvs(
    list.filter(({ value }) => (value.container_port ?? 0) === 0),
    path,
    diagnostics,
  );
}

function readDependencies(
  wire: WireComponent,
  { path, key, names, diagnostics }: ReadContext,
): readonly string[] {
  const keys = new Set<string>();
  for (const { at, value } of wire.dep_service_map_list) {
    const where = `${path}.dep_service_map_list[${at}]`;
    const found = names.find(value.dep_service_key);
    if (found === undefined) {
      diagnostics.addNotApplied(where, 'no component that is installed has this service_share_uuid');
    } else if (found === key) {
      diagnostics.addTolerated(where, 'the component depends on itself');
    } else {
      keys.add(found);
    }
  }
  return [...keys];
}
