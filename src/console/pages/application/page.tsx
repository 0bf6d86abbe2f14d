import type { ReactElement } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import { useTopology } from '../../api/topology.ts';
import { Away } from '../../parts/away.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { ApplicationView } from './view.tsx';

/** Page of an application: how it is put together, and how each part fares. */
export function Page(): ReactElement {
  const place = useApplicationPlace();
  const topology = useTopology(place);
  if (topology.data === undefined) {
    return topology.isError ? (
      <Failure error={topology.error} onRetry={() => void topology.refetch()} />
    ) : (
      <Waiting what="Asking for the application" />
    );
  }
  return (
    <>
      <Away query={topology} />
      <ApplicationView topology={topology.data} />
    </>
  );
}
