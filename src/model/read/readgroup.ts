import type { Diagnostics } from './diagnostics.ts';
import type { WireConfigGroup, WireTemplate } from './format.ts';
import type { ComponentNames } from './identity.ts';
import type { ConfigGroup } from './model.ts';
import { readEnvs } from './readenv.ts';

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
