import type { ReactElement } from 'react';
import { useApplicationEvents } from '../../api/events.ts';
import { useApplicationPlace } from '../../api/place.ts';
import type { Topology } from '../../api/types.ts';
import { EventRows } from '../../parts/eventrows.tsx';
import { Empty } from '../../parts/states.tsx';

/** Events of an application and its parts. */
export function EventList({ topology }: { readonly topology: Topology }): ReactElement {
  const { may } = topology;
  const query = useApplicationEvents(useApplicationPlace(), may.events.read);
  return may.events.read ? (
    <EventRows query={query} topology={topology} />
  ) : (
    <Empty>You may not list the Events of this team.</Empty>
  );
}
