import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ApplicationPlace } from '../../api/topology.ts';
import type { Rule, Topology } from '../../api/types.ts';
import { fareOfState } from '../../parts/health.ts';
import { HealthChip } from '../../parts/mark.tsx';

/** Component and port that a rule leads to, and how they fare. */
export function Destination({
  rule: { service_id, container_port },
  components,
  place: { team, region, app },
}: {
  readonly rule: Rule;
  readonly components: Topology['components'];
  readonly place: ApplicationPlace;
}): ReactElement {
  const component = components.find((each) => each.service_id === service_id);
  const port = container_port === 0 ? 'a port that nobody has' : `port ${container_port}`;
  if (component === undefined) {
    return (
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        To <bdi>{service_id}</bdi>, {port}. It is no component of this application.
      </Typography>
    );
  }
  const { name, state, message, ready_replicas, replicas } = component;
  const [health, word] = fareOfState(state);
  const to = '/teams/$team/$region/apps/$app/components/$component';
  return (
    <Stack spacing={1} sx={{ alignItems: 'flex-start', overflowWrap: 'anywhere' }}>
      <Typography>
        To{' '}
        <Link to={to} params={{ team, region, app, component: service_id }}>
          <bdi>{name}</bdi>
        </Link>
        , {port}
      </Typography>
      <HealthChip health={health}>{word}</HealthChip>
      <Typography color="textSecondary">
        {ready_replicas} of {replicas} pods ready. <bdi>{message}</bdi>
      </Typography>
    </Stack>
  );
}
