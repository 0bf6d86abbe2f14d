import type { Topology } from '../api/types.ts';

/** Parts of the address of a page. */
interface Address {
  readonly path: string;
  readonly rule?: string | undefined;
  readonly component?: string | undefined;
  readonly install?: string | undefined;
}

/** Words of pages that are of no part of an application, by the end of their addresses. */
const ENDS = {
  '/certificates': 'Certificates',
  '/events': 'Events',
  '/rules/new': 'New rule',
  '/installs/new': 'New install',
} as const;

/** Name of the page below a team or an application; empty where that itself is shown. */
export function lastCrumb({ path, rule, component, install }: Address, topology?: Topology): string {
  if (rule !== undefined) {
    return topology?.rules.find(({ rule_id }) => rule_id === rule)?.name ?? 'Rule';
  }
  if (component !== undefined) {
    return topology?.components.find(({ service_id }) => service_id === component)?.name ?? component;
  }
  if (install !== undefined) {
    return topology?.installs.find(({ install_id }) => install_id === install)?.name ?? 'Install';
  }
  return Object.entries(ENDS).find(([end]) => path.endsWith(end))?.[1] ?? '';
}
