import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { type InstallPlace, useInstall } from '../../api/installs.ts';
import { useApplicationPlace } from '../../api/place.ts';
import type { InstallRecord } from '../../api/records.ts';
import { useTopology } from '../../api/topology.ts';
import type { Install } from '../../api/types.ts';
import { Away } from '../../parts/away.tsx';
import { HealthChip } from '../../parts/mark.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import type { VersionChange } from './change.ts';
import { ChangeDialog } from './changedialog.tsx';
import { History } from './history.tsx';
import { Settings } from './settings.tsx';
import { State } from './state.tsx';
import { Versions } from './versions.tsx';
import { Waves } from './waves.tsx';
import { fareOf } from './words.ts';

/** Page of an install. */
export function Page(): ReactElement {
  const { install = '' } = useParams({ strict: false });
  const place = { ...useApplicationPlace(), install };
  const record = useInstall(place);
  const topology = useTopology(place);
  if (record.isPending) {
    return <Waiting what="Asking for the install" />;
  }
  if (record.data === undefined) {
    return <Failure error={record.error} onRetry={() => void record.refetch()} />;
  }
  const { install_id } = record.data;
  const told = topology.data?.installs.find((each) => each.install_id === install_id);
  const mayEdit = topology.data?.may.installs.edit === true && (told?.managed_by ?? '') === '';
  return (
    <>
      <Away query={record} />
      <View place={place} record={record.data} told={told} mayEdit={mayEdit} />
    </>
  );
}

function View({
  place,
  record,
  told,
  mayEdit,
}: {
  readonly place: InstallPlace;
  readonly record: InstallRecord;
  readonly told: Install | undefined;
  readonly mayEdit: boolean;
}): ReactElement {
  const [change, setChange] = useState<VersionChange>();
  const [health, word] = fareOf(record, told);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          Install <bdi>{record.app_model_id}</bdi> <bdi>{record.app_model_version}</bdi>
        </Typography>
        <HealthChip health={health}>{word}</HealthChip>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <State record={record} told={told} />
          <Waves place={place} record={record} />
        </Box>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Versions place={place} record={record} onChange={mayEdit ? setChange : undefined} />
          <History record={record} onChange={mayEdit ? setChange : undefined} />
          <Settings record={record} />
        </Box>
      </Box>
      {change !== undefined && (
        <ChangeDialog place={place} record={record} change={change} onClose={() => setChange(undefined)} />
      )}
    </>
  );
}
