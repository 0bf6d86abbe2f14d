import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import { useTopology } from '../../api/topology.ts';
import { Empty, Failure, Waiting } from '../../parts/states.tsx';
import { Editor } from './editor.tsx';

/** Page on which somebody installs from a store. */
export function Page(): ReactElement {
  const place = useApplicationPlace();
  const topology = useTopology(place);
  if (topology.isPending) {
    return <Waiting what="Asking for the application" />;
  }
  if (topology.data === undefined) {
    return <Failure error={topology.error} onRetry={() => void topology.refetch()} />;
  }
  return (
    <>
      <Typography variant="h5" component="h1" gutterBottom>
        Install into the application <bdi>{topology.data.application.name}</bdi>
      </Typography>
      {topology.data.may.installs.create ? (
        <Editor place={place} />
      ) : (
        <Empty>
          Your token may not install here (create MarketInstalls): ask for the role edit in the namespace of
          the team.
        </Empty>
      )}
    </>
  );
}
