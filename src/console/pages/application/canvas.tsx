import '@xyflow/react/dist/style.css';
import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Background, Controls, ReactFlow, useReactFlow } from '@xyflow/react';
import { type ReactElement, useEffect, useMemo } from 'react';
import type { Topology } from '../../api/types.ts';
import type { ApplicationUsage } from '../../api/usage.ts';
import { flowOf } from './flow.ts';
import { buildGraph } from './graph/build.ts';
import { layOut } from './graph/layout.ts';
import { PartNode } from './partnode.tsx';

const NODE_TYPES = { part: PartNode };
/** Fit of the drawing into its frame: of a large one, a part that one can read. */
const FIT = { padding: 0.08, maxZoom: 1, minZoom: 0.55 };

/** Topology as a drawing: from the gateway on the left to the components on the right. */
export function Canvas({
  topology,
  usage,
}: {
  readonly topology: Topology;
  readonly usage: ApplicationUsage;
}): ReactElement {
  const { mode, systemMode } = useColorScheme();
  const isDark = (mode === 'system' ? systemMode : mode) === 'dark';
  const graph = useMemo(() => layOut(buildGraph(topology)), [topology]);
  const { nodes, edges } = useMemo(() => flowOf(graph, usage), [graph, usage]);
  const ids = nodes.map(({ id }) => id).join('\n');
  return (
    <>
      <Box
        sx={{ height: 'max(420px, calc(100vh - 300px))', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          colorMode={isDark ? 'dark' : 'light'}
          fitView
          fitViewOptions={FIT}
          minZoom={0.05}
          maxZoom={1.5}
          onlyRenderVisibleElements
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          zoomOnScroll={false}
          preventScrolling={false}
          proOptions={{ hideAttribution: true }}
          aria-label="Topology; the tabs beside it have the same as lists"
        >
          <Background />
          <Controls showInteractive={false} />
          <Fitting ids={ids} />
        </ReactFlow>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        A line is a way of requests (–/s: not known), a dashed one leads nowhere, and a dotted one goes from a
        component to one that it uses.
      </Typography>
    </>
  );
}

/** Fits the drawing into its frame again where other nodes are shown. */
function Fitting({ ids }: { readonly ids: string }): null {
  const { fitView } = useReactFlow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other nodes need another view
  useEffect(() => {
    void fitView(FIT);
  }, [ids, fitView]);
  return null;
}
