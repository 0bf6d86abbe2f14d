import Stack from '@mui/material/Stack';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useApplications } from '../../api/applications.ts';
import { Away } from '../../parts/away.tsx';
import { FilterField } from '../../parts/choicebar.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ButtonLink } from '../../parts/link.tsx';
import { Paged } from '../../parts/paged.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { NewApplication } from './create.tsx';
import { ApplicationRow } from './row.tsx';

/** Page of a team: its applications at a glance. */
export function Page(): ReactElement {
  const { team = '', region = '' } = useParams({ strict: false });
  const applications = useApplications({ team, region });
  const [text, setText] = useState('');
  if (applications.data === undefined) {
    return applications.isError ? (
      <Failure error={applications.error} onRetry={() => void applications.refetch()} />
    ) : (
      <Waiting what="Asking for applications" />
    );
  }
  const wanted = text.trim().toLowerCase();
  const shown = applications.data.filter(({ group_name, k8s_app }) =>
    `${group_name} ${k8s_app}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <Heading
        title={`Team ${team}`}
        actions={
          <>
            <ButtonLink to="/teams/$team/$region/certificates" params={{ team, region }} variant="outlined">
              Certificates
            </ButtonLink>
            <NewApplication place={{ team, region }} />
          </>
        }
      />
      <Away query={applications} />
      <Stack sx={{ mb: 2 }}>
        <FilterField text={text} onText={setText} />
      </Stack>
      <Paged
        items={shown}
        label="Applications"
        idOf={({ ID }) => String(ID)}
        empty={
          wanted === ''
            ? 'No applications yet. Create one to begin with.'
            : 'No application has this in its name.'
        }
      >
        {(application) => <ApplicationRow application={application} place={{ team, region }} />}
      </Paged>
    </>
  );
}
