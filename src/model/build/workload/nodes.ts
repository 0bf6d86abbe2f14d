import type { NotApplied } from '../../../api/marketinstall.ts';
import type { ModelComponent } from '../../read/component.ts';
import type { Surroundings } from '../expansion.ts';

type Selector = Readonly<Record<string, string>>;

/** Selector of the nodes of a component by its architecture and labels, and the labels that select none here. */
export function nodesOf(
  { arch, labels, path }: Pick<ModelComponent, 'arch' | 'labels' | 'path'>,
  { nodeLabels }: Pick<Surroundings, 'nodeLabels'>,
): { readonly selector: Selector; readonly notApplied: readonly NotApplied[] } {
  const names = Object.keys(labels);
  const known = names.filter((name) => Object.hasOwn(nodeLabels, name));
  return {
    selector: Object.assign({}, architectureOf(arch), ...known.map((name) => nodeLabels[name])),
    notApplied: names
      .filter((name) => !Object.hasOwn(nodeLabels, name))
      .map((name) => ({
        path: `${path}.labels.${name.slice(0, 63)}`,
        why: 'it selects nodes, and market.nodeLabels in the configuration of the operator has no label of nodes for it',
      })),
  };
}

/** Selector of the nodes for which an image is built; none where it is built for several architectures. */
function architectureOf(arch: string): Selector {
  return arch === 'amd64' || arch === 'arm64' ? { 'kubernetes.io/arch': arch } : {};
}
