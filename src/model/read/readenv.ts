import type { Env } from './component.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { WireComponent } from './format.ts';

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
