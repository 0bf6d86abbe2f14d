import type { Diagnostics } from './diagnostics.ts';
import type { WireComponent, WireConfigGroup, WireTemplate } from './format.ts';
import type { ComponentNames } from './identity.ts';

/** Env of a component, for itself or for those that depend on it. */
export interface Env {
  readonly name: string;
  /** May hold `**None**`, `**None:group**` and `${NAME}`. */
  readonly value: string;
}

/** Config group: envs that several components share. */
export interface ConfigGroup {
  readonly path: string;
  readonly name: string;
  readonly items: readonly Env[];
  /** Keys of the components of the model that get them. */
  readonly components: readonly string[];
}

/** Config groups of a model that are enabled and injected as envs. */
export function readConfigGroups(
  { app_config_groups }: WireTemplate,
  names: ComponentNames,
  diagnostics: Diagnostics,
): readonly ConfigGroup[] {
  return app_config_groups.flatMap(({ at, value }): ConfigGroup[] => {
    const path = `app_config_groups[${at}]`;
    const why = whyWithoutEffect(value);
    if (why !== undefined) {
      diagnostics.addNotApplied(path, why);
      return [];
    }
    const items = value.config_items.map((item, index) => ({
      at: index,
      value: { attr_name: item.name, attr_value: item.value },
    }));
    return [
      {
        path,
        name: value.name,
        items: readEnvs(items, `${path}.config_items`, diagnostics),
        components: componentsOf(value, path, names, diagnostics),
      },
    ];
  });
}

function whyWithoutEffect({ injection_type, enable }: WireConfigGroup): string | undefined {
  if (injection_type !== '' && injection_type !== 'env') {
    return 'its injection_type is not env';
  }
  return enable === false ? 'it is not enabled' : undefined;
}

function componentsOf(
  { component_keys }: WireConfigGroup,
  path: string,
  names: ComponentNames,
  diagnostics: Diagnostics,
): readonly string[] {
  const keys = new Set<string>();
  for (const { at, value } of component_keys) {
    const key = names.find(value);
    if (key === undefined) {
      diagnostics.addNotApplied(`${path}.component_keys[${at}]`, 'it names no component that is installed');
    } else {
      keys.add(key);
    }
  }
  return [...keys];
}

/** Whether a text is a valid name of an env in Kubernetes. */
export function isEnvName(name: string): boolean {
  return /^[ -<>-~]+$/.test(name);
}

/** Envs of a list; of several with the same name the last counts. */
export function readEnvs(
  list: WireComponent['service_env_map_list'],
  path: string,
  diagnostics: Diagnostics,
): readonly Env[] {
  const envs = new Map<string, Env>();
  for (const { at, value } of list) {
    const { attr_name: name, attr_value } = value;
    if (!isEnvName(name) || attr_value.includes('\0')) {
      diagnostics.addNotApplied(`${path}[${at}]`, 'no env can have this name or value');
      continue;
    }
    if (envs.has(name)) {
      diagnostics.addTolerated(`${path}[${at}]`, 'there is one of this name before it, which it replaces');
    }
    envs.set(name, { name, value: attr_value });
  }
  return [...envs.values()];
}
