import { type Env, readEnvs } from './env.ts';
import type { WireComponent, WirePlugin } from './format.ts';
import { imageOf, isImage, type Registry, registryOf } from './image.ts';
import { pairs } from './lenient.ts';
import type { ReadContext } from './settings.ts';

/** Plugin of a component that runs as a container in its pods. */
export interface Plugin {
  readonly path: string;
  /** `plugin_id`, unique among the plugins of the component. */
  readonly id: string;
  /** Whether it runs until it ends before the component starts, or beside it. */
  readonly runs: 'before' | 'beside';
  readonly image: string;
  readonly registry: Registry;
  /** MiB. */
  readonly memory: number;
  /** Thousandths of a core. */
  readonly cpu: number;
  /** Options that it gets as envs; values may hold `${NAME}`. */
  readonly envs: readonly Env[];
}

type WireConfig = WireComponent['service_related_plugin_config'][number]['value'];

/** Least MiB and thousandths of a core of a plugin. */
const LEAST_MEMORY = 512;
const LEAST_CPU = 250;

/** Categories of plugins that run as containers. */
const CATEGORIES: ReadonlyMap<string, Plugin['runs']> = new Map([
  ['init-plugin', 'before'],
  ['general-plugin', 'beside'],
  ['exporter-plugin', 'beside'],
]);

const MESH = 'it works only in a mesh, and there is none here';

/** Most options of a part of the configuration of a plugin. */
const options = pairs(200);

/** Enabled plugins of a component that run as containers here. */
export function readPlugins(wire: WireComponent, reading: ReadContext): readonly Plugin[] {
  const { path, diagnostics } = reading;
  const plugins = new Map<string, Plugin>();
  for (const { at, value } of wire.service_related_plugin_config) {
    const where = `${path}.service_related_plugin_config[${at}]`;
    const plugin = value.plugin_status === false ? undefined : readPlugin(where, value, reading);
    if (typeof plugin === 'string') {
      diagnostics.addNotApplied(where, plugin);
    } else if (plugin !== undefined && plugins.has(plugin.id)) {
      diagnostics.addNotApplied(where, 'the component has this plugin already');
    } else if (plugin !== undefined) {
      plugins.set(plugin.id, plugin);
    }
  }
  return [...plugins.values()];
}

/** Plugin of a component, or the reason why it does not run. */
function readPlugin(path: string, config: WireConfig, reading: ReadContext): Plugin | string {
  const plugin = reading.plugins.get(config.plugin_key);
  if (plugin === undefined) {
    return 'the model has no plugin of this plugin_key';
  }
  const runs = CATEGORIES.get(plugin.category);
  const image = imageOf(plugin);
  if (runs === undefined || !isImage(image)) {
    return runs === undefined ? MESH : 'the plugin has no image in share_image';
  }
  return {
    path,
    id: config.plugin_id || config.plugin_key,
    runs,
    image,
    registry: registryOf(plugin.plugin_image, path, reading.diagnostics),
    memory: Math.max(config.min_memory ?? config.memory_required ?? 0, LEAST_MEMORY),
    cpu: Math.max(config.min_cpu ?? config.cpu_required ?? 0, LEAST_CPU),
    envs: readOptions(path, config, reading),
  };
}

function readOptions(
  path: string,
  { attr }: WireConfig,
  { diagnostics }: Pick<ReadContext, 'diagnostics'>,
): readonly Env[] {
  const envs = attr.flatMap(({ at, value: { service_meta_type, injection, attrs } }) => {
    const where = `${path}.attr[${at}]`;
    const read = options.safeParse(contentOf(attrs));
    if (!read.success) {
      diagnostics.addNotApplied(`${where}.attrs`, 'it must be a map of at most 200 texts');
      return [];
    }
    const isEnv = service_meta_type === 'un_define' && injection === 'env';
    if (!isEnv && read.data.length > 0) {
      diagnostics.addNotApplied(where, 'only a mesh reads it, and there is none here');
    }
    return isEnv ? readEnvs(read.data.map(asEntry), `${where}.attrs`, diagnostics) : [];
  });
  return [...new Map(envs.map((env) => [env.name, env])).values()];
}

function asEntry({ name, value }: Env, at: number) {
  return { at, value: { attr_name: name, attr_value: value } };
}

/** Content of `attrs`, which publishers write as a text of JSON. */
function contentOf(attrs: unknown): unknown {
  if (typeof attrs !== 'string') {
    return attrs;
  }
  try {
    return attrs.trim() === '' ? undefined : JSON.parse(attrs);
  } catch {
    return attrs;
  }
}

/** Plugins of a model by their `plugin_key`; of several with one key, the first. */
export function pluginsOf(
  plugins: readonly { readonly value: WirePlugin }[],
): ReadonlyMap<string, WirePlugin> {
  return new Map(plugins.toReversed().map(({ value }) => [value.plugin_key, value]));
}
