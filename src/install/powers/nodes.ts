import { fieldsOf } from '../../base/fields.ts';
import { imagesOf, listOf, type PlannedPods, textOf } from './pods.ts';
import { type Power, power } from './power.ts';

/** Taints that every pod tolerates for a while anyway. */
const OF_NODES: ReadonlySet<unknown> = new Set([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
]);

/** Resources of every node. */
const USUAL: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** Nodes that keep pods away unless they tolerate a taint, and resources that only some nodes have. */
export function nodes(pods: readonly PlannedPods[]): readonly Power[] {
  return pods.flatMap((each) => [...tolerated(each), ...devices(each)]);
}

function tolerated(pods: PlannedPods): readonly Power[] {
  const keys = listOf(pods.spec.tolerations)
    .map(({ key }) => key)
    .filter((key) => !OF_NODES.has(key));
  return imagesOf(pods).flatMap((image) =>
    keys.map((key) => power('nodes', `${image}: taint ${key === undefined ? 'of any key' : textOf(key)}`)),
  );
}

function devices({ containers }: PlannedPods): readonly Power[] {
  return containers.flatMap(({ image, fields }) => {
    const { requests, limits } = fieldsOf(fields.resources);
    const names = Object.keys({ ...fieldsOf(requests), ...fieldsOf(limits) });
    return names.filter((name) => !USUAL.has(name)).map((name) => power('nodes', `${image}: ${name}`));
  });
}
