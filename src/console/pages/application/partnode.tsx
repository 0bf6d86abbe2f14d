import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Handle, type NodeProps, Position } from '@xyflow/react';
import type { ReactElement, ReactNode } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import type { Component, Rule } from '../../api/types.ts';
import { fareOfRule, fareOfState, type Health } from '../../parts/health.ts';
import { PageLink } from '../../parts/link.tsx';
import { HealthIcon } from '../../parts/mark.tsx';
import { PodDots } from '../../parts/poddots.tsx';
import { type Usage, usageText } from '../../parts/usage.ts';
import type { FlowNode } from './flow.ts';
import type { GraphNode } from './graph/shape.ts';

/** Borders of nodes, by how they fare. */
const BORDERS: Readonly<Record<Health, string>> = {
  good: 'divider',
  bad: 'error.main',
  warning: 'warning.main',
  busy: 'info.main',
  off: 'divider',
};

/** Node of the drawing: a part of the application, which leads to its page. */
export function PartNode({ data: { node, usage } }: NodeProps<FlowNode>): ReactElement {
  return (
    <>
      <Handle type="target" position={Position.Left} style={HIDDEN} />
      <Paper
        className="nopan nodrag"
        sx={{
          // The library lets clicks through nodes that it does not handle itself.
          pointerEvents: 'all',
          position: 'relative',
          width: node.width,
          height: node.height,
          px: 1.25,
          py: 0.75,
          overflow: 'hidden',
          borderColor: BORDERS[node.health],
          borderWidth: node.health === 'bad' ? 2 : 1,
          borderStyle: node.health === 'off' && node.kind !== 'gateway' ? 'dashed' : 'solid',
          // The link of a node is all of it.
          '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
          '& a:focus-visible': { outline: 'none' },
          '& a:focus-visible::after': { outline: 2, outlineOffset: -3 },
        }}
      >
        <Content node={node} usage={usage} />
      </Paper>
      <Handle type="source" position={Position.Right} style={HIDDEN} />
    </>
  );
}

const HIDDEN = { visibility: 'hidden' } as const;

function Content({ node, usage }: { readonly node: GraphNode; readonly usage: Usage }): ReactElement {
  const { health } = node;
  switch (node.kind) {
    case 'gateway':
      return <GatewayContent node={node} />;
    case 'place':
      return (
        <Lines health={health} title={node.host || '*'} lines={[`${node.path || ''} port ${node.port}`]} />
      );
    case 'rule':
      return <RuleContent rule={node.rule} health={health} />;
    case 'component':
      return <ComponentContent component={node.component} health={health} usage={usage} />;
    case 'target':
      return (
        <Lines
          health={health}
          title={node.name}
          lines={[health === 'bad' ? 'no such component' : 'Service']}
        />
      );
    default:
      return (
        <Lines
          health={health}
          title={`${node.names.length} ${node.isTroubled ? 'more ' : ''}${node.kind}`}
          lines={[node.isTroubled ? 'not well: see the list' : 'without trouble: see the list']}
        />
      );
  }
}

function GatewayContent({
  node: { gateway, isRead, health },
}: {
  readonly node: GraphNode & { readonly kind: 'gateway' };
}): ReactElement {
  return (
    <Lines
      health={health === 'off' ? undefined : health}
      title={isRead ? `Gateway ${gateway.name}` : 'Gateway'}
      lines={[gateway.engine, gateway.addresses.join(', ')]}
    />
  );
}

function RuleContent({ rule, health }: { readonly rule: Rule; readonly health: Health }): ReactElement {
  const { rule_id, name, summary, weight, ready } = rule;
  const [, word] = fareOfRule(rule);
  const place = useApplicationPlace();
  const share = weight === 100 ? '' : `${weight} %`;
  return (
    <Lines
      health={health}
      title={
        <PageLink
          to="/teams/$team/$region/apps/$app/rules/$rule"
          params={{ ...place, rule: rule_id }}
          color="inherit"
        >
          <bdi>{name}</bdi>
        </PageLink>
      }
      lines={[
        ready === 'True' ? [rule.protocol, summary, share].filter((text) => text !== '').join(' · ') : word,
      ]}
    />
  );
}

function ComponentContent({
  component,
  health,
  usage,
}: {
  readonly component: Component;
  readonly health: Health;
  readonly usage: Usage;
}): ReactElement {
  const place = useApplicationPlace();
  const { service_id, name, state, reason, wave } = component;
  const [, word] = fareOfState(state);
  return (
    <Lines
      health={health}
      title={
        <PageLink
          to="/teams/$team/$region/apps/$app/components/$component"
          params={{ ...place, component: service_id }}
          color="inherit"
        >
          <bdi>{name}</bdi>
        </PageLink>
      }
      lines={[
        [reason === '' ? word : `${word}: ${reason}`, wave > 0 ? `wave ${wave}` : '']
          .filter((text) => text !== '')
          .join(' · '),
        usageText(usage),
      ]}
    >
      <PodDots component={component} />
    </Lines>
  );
}

function Lines({
  health,
  title,
  lines,
  children,
}: {
  /** Health of it; undefined where nobody knows. */
  readonly health: Health | undefined;
  readonly title: ReactNode;
  readonly lines: readonly string[];
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <>
      <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
        {health !== undefined && <HealthIcon health={health} />}
        <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
      </Box>
      {lines
        .filter((line) => line.trim() !== '')
        .map((line) => (
          <Typography key={line} variant="caption" component="div" noWrap color="textSecondary" title={line}>
            {line}
          </Typography>
        ))}
      {children}
    </>
  );
}
