import { type Fields, filled } from '../../../base/fields.ts';
import { withSuffix } from '../name.ts';
import type { FilledPlugin } from '../plugin.ts';
import { mapsOf } from './allowed/hardened.ts';
import { sizeOf } from './size.ts';

/** Containers of a pod: the main one, and those of the plugins. */
export function containersOf(main: Fields, plugins: readonly FilledPlugin[]): Fields {
  const made = (runs: FilledPlugin['plugin']['runs']) =>
    plugins.filter(({ plugin }) => plugin.runs === runs).map((each) => containerOf(main, each));
  return filled({ initContainers: made('before'), containers: [main, ...made('beside')] });
}

/** Container of a plugin: with the envs and volumes of the main one, but none of its rights. */
function containerOf(main: Fields, { plugin, envs }: FilledPlugin): Fields {
  const own = new Set(envs.map(({ name }) => name));
  return filled({
    name: withSuffix('plugin', plugin.id),
    image: plugin.image,
    env: [...mapsOf(main.env).filter(({ name }) => !own.has(String(name))), ...envs.map(entryOf)],
    envFrom: main.envFrom,
    resources: sizeOf(plugin),
    volumeMounts: main.volumeMounts,
  });
}
