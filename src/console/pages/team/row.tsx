import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import type { ListedApplication } from '../../api/applications.ts';
import type { Place } from '../../api/live.ts';
import { useTopology } from '../../api/topology.ts';
import type { Health } from '../../parts/health.ts';
import { PageLink } from '../../parts/link.tsx';
import { HealthChip } from '../../parts/mark.tsx';
import { Row } from '../../parts/rows.tsx';
import { textOf } from '../../parts/states.tsx';
import { fareOf } from '../application/problems.ts';
import { glanceOf } from './glance.ts';

/** Application at a glance. */
export function ApplicationRow({
  application: { ID, group_name, note },
  place,
}: {
  readonly application: ListedApplication;
  readonly place: Place;
}): ReactElement {
  const { data, error } = useTopology({ ...place, app: String(ID) });
  const [health, word]: readonly [Health, string] =
    data === undefined
      ? [error === null ? 'busy' : 'warning', error === null ? 'asking' : 'not told']
      : fareOf(data);
  return (
    <Row
      health={health}
      state={word}
      name={
        <PageLink to="/teams/$team/$region/apps/$app" params={{ ...place, app: String(ID) }}>
          <bdi>{group_name}</bdi>
        </PageLink>
      }
      end={
        <>
          {data !== undefined &&
            glanceOf(data).map((figure) => (
              <Typography key={figure} variant="body2">
                {figure}
              </Typography>
            ))}
          <HealthChip health={health}>{word}</HealthChip>
        </>
      }
    >
      <bdi>{note}</bdi>
      {data !== undefined && data.application.ready !== 'True' && <div>{data.application.message}</div>}
      {error !== null && <div>{textOf(error)}</div>}
    </Row>
  );
}
