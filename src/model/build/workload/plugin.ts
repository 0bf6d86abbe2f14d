import { mapsOf } from '../../../allowed/security.ts';
import { withSuffix } from '../../../base/dnslabel.ts';
import { type Fields, filled } from '../../../base/fields.ts';
import type { Plugin } from '../../read/plugin.ts';
import { sizeOf } from './size.ts';

/** Plugin with the envs of its options, as a container has them. */
interface PluginParts {
  readonly plugin: Plugin;
  readonly envs: readonly Fields[];
}

/**
 * Containers of a pod: the main one, and those of the plugins. A plugin beside one that `ends` is a sidecar container of
 * Kubernetes, which ends with the main one: the pod of a Job would run for ever otherwise.
 */
export function containersOf(main: Fields, plugins: readonly PluginParts[], ends: boolean): Fields {
  const made = (runs: Plugin['runs']) =>
    plugins.filter(({ plugin }) => plugin.runs === runs).map((each) => containerOf(main, each));
  const [before, beside] = [made('before'), made('beside')];
  const sidecars = beside.map((container) => ({ ...container, restartPolicy: 'Always' }));
  return ends
    ? filled({ initContainers: [...before, ...sidecars], containers: [main] })
    : filled({ initContainers: before, containers: [main, ...beside] });
}

/** Container of a plugin: with the envs and volumes of the main one, but none of its rights. */
function containerOf(main: Fields, { plugin, envs }: PluginParts): Fields {
  const own = new Set(envs.map(({ name }) => name));
  return filled({
    name: withSuffix('plugin', plugin.id),
    image: plugin.image,
    env: [...mapsOf(main.env).filter(({ name }) => !own.has(name)), ...envs],
    envFrom: main.envFrom,
    resources: sizeOf(plugin),
    volumeMounts: main.volumeMounts,
  });
}
