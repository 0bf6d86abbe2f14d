import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useApplications } from '../../api/applications.ts';
import { PageLink } from '../../parts/link.tsx';
import { Paged } from '../../parts/paged.tsx';
import { Row } from '../../parts/rows.tsx';
import { textOf } from '../../parts/states.tsx';

/** Teams as a list, each with the number of its applications. */
export function TeamRows({
  ids,
  region,
  isFiltered,
}: {
  readonly ids: readonly string[];
  readonly region: string;
  readonly isFiltered: boolean;
}): ReactElement {
  return (
    <Paged
      items={ids}
      label="Teams"
      idOf={(id) => id}
      empty={
        isFiltered
          ? 'No team has this in its name.'
          : 'Your token may list the applications of no team: ask for the role stoa-view in a namespace.'
      }
    >
      {(team) => <TeamRow team={team} region={region} />}
    </Paged>
  );
}

function TeamRow({ team, region }: { readonly team: string; readonly region: string }): ReactElement {
  const { data, error } = useApplications({ team, region });
  const count = data?.length ?? 0;
  return (
    <Row
      health={error === null ? 'good' : 'warning'}
      state={error === null ? 'there' : 'not told'}
      name={
        <PageLink to="/teams/$team/$region" params={{ team, region }}>
          <bdi>{team}</bdi>
        </PageLink>
      }
      end={
        <Typography variant="body2">
          {data === undefined ? '…' : `${count} ${count === 1 ? 'application' : 'applications'}`}
        </Typography>
      }
    >
      {error !== null && textOf(error)}
    </Row>
  );
}
