import type { ReactElement } from 'react';
import { useEvents } from '../../api/events.ts';
import { useApplicationPlace } from '../../api/place.ts';
import type { Component, Topology } from '../../api/types.ts';
import { EventRows } from '../../parts/eventrows.tsx';
import { isWell } from '../../parts/health.ts';
import { Empty } from '../../parts/states.tsx';

/** Most components whose Events are asked for; those with trouble go first. */
const MOST = 20;

/** Events of an application's components. */
export function EventList({ topology: { components, may } }: { readonly topology: Topology }): ReactElement {
  const query = useEvents(useApplicationPlace(), idsOf(components), may.events.read);
  return may.events.read ? (
    <EventRows query={query} />
  ) : (
    <Empty>You may not list the Events of this team.</Empty>
  );
}

function idsOf(components: readonly Component[]): readonly string[] {
  const urgent = [...components.filter((each) => !isWell(each)), ...components.filter(isWell)];
  return [...new Set(urgent.map(({ service_id }) => service_id))].slice(0, MOST);
}
