import { shortHash } from '../../base/hash.ts';
import type { Env, Plugin } from '../read/component.ts';
import type { ContainerEnv, FilledPlugin } from './parts.ts';
import type { Value } from './variables/fill.ts';

/** Plugins of a component, and the data of the Secret `secretName` for options that hold a secret. */
interface FilledPlugins {
  readonly plugins: readonly FilledPlugin[];
  readonly secrets: Readonly<Record<string, string>>;
}

/** Plugins of a component with their options, which `fill` fills in its scope. */
export function fillPlugins(
  plugins: readonly Plugin[],
  secretName: string,
  fill: (option: Env) => Value,
): FilledPlugins {
  const secrets: Record<string, string> = {};
  const envOf = (plugin: Plugin, option: Env): ContainerEnv => {
    const { name } = option;
    const { text, secret } = fill(option);
    if (!secret) {
      return { name, source: { type: 'text', text }, isOfPlatform: false };
    }
    const key = `plugin-${shortHash(JSON.stringify([plugin.id, name]), 32)}`;
    secrets[key] = text;
    return { name, source: { type: 'secret', name: secretName, key }, isOfPlatform: false };
  };
  const filled = plugins.map((plugin) => ({
    plugin,
    envs: plugin.envs.map((option) => envOf(plugin, option)),
  }));
  return { plugins: filled, secrets };
}
