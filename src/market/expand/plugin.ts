import { shortHash } from '../../base/hash.ts';
import type { Env, Plugin } from '../model/component.ts';
import type { ContainerEnv } from './parts.ts';
import { fillText, type Growth, type Scope } from './variables/fill.ts';

/** Plugin whose options are filled. */
export interface FilledPlugin {
  readonly plugin: Plugin;
  /** Envs that it has beside those of its component, and in place of those with the same name. */
  readonly envs: readonly ContainerEnv[];
}

/** Plugins of a component, and the data of the Secret `secretName` for options that hold a secret. */
interface FilledPlugins {
  readonly plugins: readonly FilledPlugin[];
  readonly secrets: Readonly<Record<string, string>>;
}

/** Plugins of a component with their options filled in its scope. */
export function fillPlugins(
  plugins: readonly Plugin[],
  scope: Scope,
  secretName: string,
  growth: Growth,
): FilledPlugins {
  const secrets: Record<string, string> = {};
  const fill = (plugin: Plugin, { name, value }: Env): ContainerEnv => {
    const { text, secret } = fillText(value, [scope], growth);
    if (!secret) {
      return { name, value: text };
    }
    const key = `plugin-${shortHash(JSON.stringify([plugin.id, name]), 32)}`;
    secrets[key] = text;
    return { name, secret: { name: secretName, key } };
  };
  const filled = plugins.map((plugin) => ({ plugin, envs: plugin.envs.map((env) => fill(plugin, env)) }));
  return { plugins: filled, secrets };
}
