import { type Edge, MarkerType, type Node, Position } from '@xyflow/react';
import type { ApplicationUsage } from '../../api/usage.ts';
import type { Usage } from '../../parts/usage.ts';
import { labelsOf } from './graph/labels.ts';
import type { Graph, GraphEdge, GraphNode } from './graph/shape.ts';

/** Node of the drawing. */
export type FlowNode = Node<{ readonly node: GraphNode; readonly usage: Usage }, 'part'>;

const COLORS = {
  good: 'var(--mui-palette-success-main)',
  bad: 'var(--mui-palette-error-main)',
  warning: 'var(--mui-palette-warning-main)',
  busy: 'var(--mui-palette-info-main)',
  off: 'var(--mui-palette-text-secondary)',
} as const;

/** Graph in the terms of the library that draws it. */
export function flowOf(
  { nodes, edges }: Graph<GraphNode>,
  usage: ApplicationUsage,
): { readonly nodes: FlowNode[]; readonly edges: Edge[] } {
  const labels = labelsOf(edges, usage.ofRules);
  return {
    nodes: nodes.map((node) => flowNode(node, usage)),
    edges: edges.map((edge) => flowEdge(edge, labels.get(edge.id))),
  };
}

function flowNode(node: GraphNode, { ofComponents }: ApplicationUsage): FlowNode {
  const { id, x, y, width, height } = node;
  const ofNode = node.kind === 'component' ? ofComponents.get(node.component.service_id) : undefined;
  const handle = { y: height / 2, width: 1, height: 1 };
  return {
    id,
    type: 'part',
    position: { x, y },
    width,
    height,
    // Nodes that are out of view count for the size of the whole.
    measured: { width, height },
    // Edges end at nodes that are out of view, too.
    handles: [
      { ...handle, type: 'target', position: Position.Left, x: 0 },
      { ...handle, type: 'source', position: Position.Right, x: width },
    ],
    data: { node, usage: ofNode ?? {} },
  };
}

function flowEdge({ id, from, to, kind, health }: GraphEdge, label: string | undefined): Edge {
  const color = COLORS[health];
  return {
    id,
    source: from,
    target: to,
    style: { stroke: color, strokeWidth: health === 'bad' ? 2.5 : 1.5, ...dashesOf(kind, health) },
    markerEnd: { type: MarkerType.ArrowClosed, color },
    ...(label !== undefined && {
      label,
      labelStyle: { fill: 'var(--mui-palette-text-primary)', fontSize: 12 },
      labelBgStyle: { fill: 'var(--mui-palette-background-paper)' },
    }),
  };
}

/** Dashes of a line: where nothing gets through, and where a component uses another one. */
function dashesOf(
  kind: GraphEdge['kind'],
  health: GraphEdge['health'],
): { readonly strokeDasharray?: string } {
  if (kind === 'dependency') {
    return { strokeDasharray: '2 4' };
  }
  return health === 'bad' ? { strokeDasharray: '8 5' } : {};
}
