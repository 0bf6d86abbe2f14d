import type { Topology } from '../api/types.ts';

/** Part of an application that has a page. */
export interface PartRef {
  readonly kind: 'rule' | 'component' | 'install';
  /** Id of it in the addresses of pages. */
  readonly id: string;
}

/** Part of an application that an object of the cluster is, or is of; undefined where it is none. */
export function partOf(
  { rules, components, installs }: Pick<Topology, 'rules' | 'components' | 'installs'>,
  object: { readonly kind: string; readonly name: string },
): PartRef | undefined {
  const { kind, name } = object;
  switch (kind) {
    case 'GatewayRule': {
      const found = rules.find((each) => each.name === name);
      return found && { kind: 'rule', id: found.rule_id };
    }
    case 'MarketInstall': {
      const found = installs.find((each) => each.name === name);
      return found && { kind: 'install', id: found.install_id };
    }
    default: {
      const found = components.find((each) =>
        kind === 'Pod'
          ? each.pods.some((pod) => pod.name === name)
          : each.kind === kind && each.workload === name,
      );
      return found && { kind: 'component', id: found.service_id };
    }
  }
}
