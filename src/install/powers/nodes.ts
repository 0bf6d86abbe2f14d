import { fieldsOf } from '../../base/fields.ts';
import { imagesOf, listOf, type PlannedContainer, type PlannedPods, textOrJson } from './pods.ts';
import { ofEach, type Power } from './power.ts';

/** Taints that every pod tolerates for a while anyway. */
const OF_NODES: ReadonlySet<unknown> = new Set([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
]);

/** Resources of every node. */
const USUAL: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Nodes that keep pods away unless they tolerate a taint, and resources that only some nodes have. */
export function* nodes(pods: readonly PlannedPods[]): Iterable<Power> {
  for (const each of pods) {
    yield* ofEach('nodes', imagesOf(each), taints(each));
    for (const container of each.containers) {
      yield* ofEach('nodes', [container.image], devices(container));
    }
  }
}

function taints({ spec }: PlannedPods): readonly string[] {
  return listOf(spec.tolerations)
    .filter(({ key }) => !OF_NODES.has(key))
    .map(({ key }) => `taint ${key === undefined ? 'of any key' : textOrJson(key)}`);
}

function devices({ fields }: PlannedContainer): readonly string[] {
  const { requests, limits } = fieldsOf(fields.resources);
  return Object.keys({ ...fieldsOf(requests), ...fieldsOf(limits) }).filter((name) => !USUAL.has(name));
}
