import type { Component, Rule, Topology } from '../../../api/types.ts';
import type { Health } from '../../../parts/health.ts';

/** Part of a graph, before it has a place. */
type Part =
  | {
      readonly kind: 'gateway';
      readonly gateway: Topology['gateway'];
      /** Whether the caller could read it. */
      readonly isRead: boolean;
    }
  | { readonly kind: 'place'; readonly host: string; readonly path: string; readonly port: number }
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'component'; readonly component: Component }
  /** Service that is no component, or nothing, that a rule leads to. */
  | { readonly kind: 'target'; readonly name: string }
  | {
      readonly kind: 'rules' | 'components';
      readonly names: readonly string[];
      readonly isTroubled: boolean;
    };

/** Part of a graph with its id and its health. */
export type GraphPart = Part & { readonly id: string; readonly health: Health };

/** Node of a drawn graph; x and y are of its upper left corner. */
export type GraphNode = GraphPart & {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Edge of a graph, from left to right. */
export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Whether requests take it, or whether a component uses another one. */
  readonly kind: 'requests' | 'dependency';
  readonly health: Health;
  /** Rule whose requests alone take it. */
  readonly rule?: string;
}

/** Parts of an application, and the edges among them. */
export interface Graph<Node extends GraphPart = GraphPart> {
  readonly nodes: readonly Node[];
  readonly edges: readonly GraphEdge[];
}

/** Id of the node of a component: two workloads may be of one. */
export function componentNode({ kind, workload }: Component): string {
  return `component ${kind}/${workload}`;
}

/** Id of the node of a rule. */
export function ruleNode({ rule_id }: Rule): string {
  return `rule ${rule_id}`;
}
