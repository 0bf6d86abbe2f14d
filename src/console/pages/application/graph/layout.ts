import type { Graph, GraphEdge, GraphNode, GraphPart } from './shape.ts';

/** Width of nodes, and of the space between columns and rows. */
const WIDTH = 220;
const COLUMN_GAP = 100;
const ROW_GAP = 18;

/** Heights of nodes by kind. */
const HEIGHTS: Readonly<Record<GraphPart['kind'], number>> = {
  gateway: 76,
  place: 56,
  rule: 64,
  component: 92,
  target: 56,
  rules: 56,
  components: 56,
};

/** Columns of what requests pass, before the components. */
const COLUMNS: Readonly<Partial<Record<GraphPart['kind'], number>>> = {
  gateway: 0,
  place: 1,
  rule: 2,
  rules: 2,
};
const FIRST_OF_COMPONENTS = 3;

/** Most columns of components that use each other: a chain that is longer turns back into the last one. */
const MOST_COLUMNS = 8;

/** Graph with a place for each node: in columns, beside what leads to it, and without overlap. */
export function layOut({ nodes, edges }: Graph): Graph<GraphNode> {
  const depths = depthsOf(nodes, edges);
  const sources = Map.groupBy(edges, ({ to }) => to);
  const first = Math.min(...nodes.map((node) => depths.get(node.id) ?? 0));
  const columns = Map.groupBy(nodes, ({ id }) => depths.get(id) ?? 0);
  const middles = new Map<string, number>();
  const placed: GraphNode[] = [];
  for (const column of [...columns.keys()].toSorted((a, b) => a - b)) {
    const ranked = (columns.get(column) ?? [])
      .map((node) => ({ node, wanted: meanOf(sources.get(node.id) ?? [], middles) }))
      .toSorted((a, b) => a.wanted - b.wanted || (sortKey(a.node) < sortKey(b.node) ? -1 : 1));
    placed.push(...stacked(ranked, (column - first) * (WIDTH + COLUMN_GAP), middles));
  }
  return { nodes: centred(placed), edges };
}

/** Middle of the nodes that lead to one; 0 where none does. */
function meanOf(edges: readonly GraphEdge[], middles: ReadonlyMap<string, number>): number {
  const found = edges.map(({ from }) => middles.get(from)).filter((y) => y !== undefined);
  return found.length === 0 ? 0 : found.reduce((sum, y) => sum + y, 0) / found.length;
}

/** Nodes of a column from top to bottom, with their middles noted. */
function stacked(
  ranked: readonly { readonly node: GraphPart; readonly wanted: number }[],
  x: number,
  middles: Map<string, number>,
): GraphNode[] {
  const whole = ranked.reduce((sum, { node }) => sum + HEIGHTS[node.kind] + ROW_GAP, -ROW_GAP);
  const centre = ranked.reduce((sum, { wanted }) => sum + wanted, 0) / Math.max(ranked.length, 1);
  let y = centre - whole / 2;
  return ranked.map(({ node }) => {
    const height = HEIGHTS[node.kind];
    const placed = { ...node, x, y: Math.round(y), width: WIDTH, height };
    middles.set(node.id, y + height / 2);
    y += height + ROW_GAP;
    return placed;
  });
}

/** Nodes moved so that the highest is at 0. */
function centred(nodes: readonly GraphNode[]): readonly GraphNode[] {
  const top = nodes.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  return nodes.map((node) => ({ ...node, y: node.y - top }));
}

/** Columns of nodes: components stand right of those that use them. */
function depthsOf(nodes: readonly GraphPart[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const depths = new Map(nodes.map(({ id, kind }) => [id, COLUMNS[kind] ?? FIRST_OF_COMPONENTS]));
  const alone = new Set(nodes.filter(({ kind }) => kind === 'component').map(({ id }) => id));
  const uses = edges.filter(
    ({ kind, from, to }) => kind === 'dependency' && alone.has(from) && alone.has(to),
  );
  // Each round moves one step along all chains; one that turns back ends with the last column.
  for (let round = 1; round < MOST_COLUMNS; round++) {
    const moved = uses.filter(({ from, to }) => (depths.get(to) ?? 0) <= (depths.get(from) ?? 0));
    for (const { from, to } of moved) {
      depths.set(to, Math.min((depths.get(from) ?? 0) + 1, FIRST_OF_COMPONENTS + MOST_COLUMNS - 1));
    }
    if (moved.length === 0) {
      break;
    }
  }
  return depths;
}

function sortKey(node: GraphPart): string {
  switch (node.kind) {
    case 'place':
      return `${node.host} ${node.port} ${node.path}`;
    case 'rule':
      return node.rule.name;
    case 'component':
      return node.component.name;
    default:
      return node.id;
  }
}
