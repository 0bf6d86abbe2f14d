import type { ReactElement } from 'react';
import { useApplicationPlace } from '../../api/place.ts';
import { useTopology } from '../../api/topology.ts';
import { Heading } from '../../parts/heading.tsx';
import { Failure, Waiting } from '../../parts/states.tsx';
import { EventList } from './list.tsx';

/** Page of the Events of an application. */
export function Page(): ReactElement {
  const topology = useTopology(useApplicationPlace());
  if (topology.data === undefined) {
    return topology.isError ? (
      <Failure error={topology.error} onRetry={() => void topology.refetch()} />
    ) : (
      <Waiting what="Asking for the application" />
    );
  }
  return (
    <>
      <Heading title={`Events of ${topology.data.application.name}`} />
      <EventList topology={topology.data} />
    </>
  );
}
