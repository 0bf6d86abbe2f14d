import { LABELS } from '../api/group.ts';
import type { KubeObject } from '../kube/object.ts';

/** Choice of the namespaces that are teams. */
export interface TeamPolicy {
  /** Namespaces with the label of a team only, or also all others, each as the team of its own name. */
  readonly mode: 'labelled' | 'namespaces';
  /** Namespaces that are no teams by their names. */
  readonly excluded: readonly string[];
}

/** Sections of the configuration that decide which namespaces are teams. */
export interface TeamConfig {
  readonly teams: { readonly mode: TeamPolicy['mode']; readonly excludedNamespaces: readonly string[] };
  readonly operator: { readonly namespace: string };
  readonly gateway: { readonly namespace: string };
}

/** Part of a Namespace that decides on its team. */
type TeamSource = Pick<KubeObject, 'metadata'>;

/** Prefix of the names that Kubernetes reserves for its own namespaces. */
const RESERVED = 'kube-';

/** The namespaces of Kubernetes that every cluster has. */
const OF_KUBERNETES = ['kube-system', 'kube-public', 'kube-node-lease'];

/** The policy of a configuration: Stoa's own namespace and that of the Gateway are no teams by their names either. */
export function teamPolicyOf({ teams, operator, gateway }: TeamConfig): TeamPolicy {
  const excluded = [...OF_KUBERNETES, operator.namespace, gateway.namespace, ...teams.excludedNamespaces];
  return { mode: teams.mode, excluded: [...new Set(excluded)] };
}

/**
 * Team of a Namespace; undefined where it belongs to none. The label decides first and means the same in both modes. No
 * other namespace matters, so nobody ends a team by a namespace or a label of another.
 */
export function teamOf({ metadata }: TeamSource, policy: TeamPolicy): string | undefined {
  return metadata.labels?.[LABELS.team] ?? (isTeamByName(metadata.name, policy) ? metadata.name : undefined);
}

/** Whether a Namespace has its team by the label rather than by its own name. */
export function hasTeamLabel({ metadata }: TeamSource): boolean {
  return metadata.labels?.[LABELS.team] !== undefined;
}

/** Label selector of a list of the Namespaces that can be teams; `teamOf` decides on each. */
export function teamSelection({ mode }: TeamPolicy): { readonly labelSelector?: string } {
  return mode === 'labelled' ? { labelSelector: LABELS.team } : {};
}

function isTeamByName(name: string, { mode, excluded }: TeamPolicy): boolean {
  return mode === 'namespaces' && !name.startsWith(RESERVED) && !excluded.includes(name);
}
