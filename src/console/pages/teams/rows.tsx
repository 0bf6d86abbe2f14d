import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useApplications } from '../../api/applications.ts';
import { useTopologies } from '../../api/topology.ts';
import { PageLink } from '../../parts/link.tsx';
import { HealthChip } from '../../parts/mark.tsx';
import { Paged } from '../../parts/paged.tsx';
import { Row } from '../../parts/rows.tsx';
import { textOf } from '../../parts/states.tsx';
import { fareOfTeam } from './fare.ts';

/** Teams as a list, each with the number of its applications, and how they fare. */
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
          : 'Your token may list the applications of no team: ask for the role view in a namespace with the label stoa.dev/team.'
      }
    >
      {(team) => <TeamRow team={team} region={region} />}
    </Paged>
  );
}

/** Most applications of a team that are asked how they fare: each answer is a whole topology. */
const MOST_ASKED = 5;

function TeamRow({ team, region }: { readonly team: string; readonly region: string }): ReactElement {
  const { data, error } = useApplications({ team, region });
  const count = data?.length ?? 0;
  const asked = count > MOST_ASKED ? [] : (data ?? []).map(({ ID }) => ({ team, region, app: String(ID) }));
  const answers = useTopologies(asked);
  const failure = error ?? answers.find((each) => each.data === undefined && each.isError)?.error ?? null;
  const fare =
    failure === null ? fareOfTeam(answers.map((each) => each.data)) : (['warning', 'not told'] as const);
  const [health, word] = asked.length === 0 && failure === null ? [undefined, ''] : fare;
  return (
    <Row
      health={health}
      state={word}
      name={
        <PageLink to="/teams/$team/$region" params={{ team, region }}>
          <bdi>{team}</bdi>
        </PageLink>
      }
      end={
        <>
          <Typography variant="body2">
            {data === undefined ? '…' : `${count} ${count === 1 ? 'application' : 'applications'}`}
          </Typography>
          {health !== undefined && <HealthChip health={health}>{word}</HealthChip>}
        </>
      }
    >
      {failure !== null && textOf(failure)}
    </Row>
  );
}
