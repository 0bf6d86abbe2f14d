import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Events, TeamEvent } from '../api/events.ts';
import type { Topology } from '../api/types.ts';
import { Away } from './away.tsx';
import { ChoiceBar } from './choicebar.tsx';
import { Missing } from './missing.tsx';
import { partOf } from './part.ts';
import { PartLink } from './partlink.tsx';
import { Row, Rows } from './rows.tsx';
import { Failure, Waiting } from './states.tsx';
import { ago } from './time.ts';

/** Events as they are fetched, the newest first, with a filter. */
export function EventRows({
  query,
  topology,
}: {
  readonly query: UseQueryResult<Events>;
  /** Application whose parts have links. */
  readonly topology: Topology;
}): ReactElement {
  const [text, setText] = useState('');
  const [onlyTrouble, setOnlyTrouble] = useState(false);
  if (query.data === undefined) {
    return query.isError ? (
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Waiting what="Asking for events" />
    );
  }
  const { events, total, missing } = query.data;
  const wanted = text.trim().toLowerCase();
  const shown = events.filter(
    (event) => (!onlyTrouble || event.status === 'failure') && factsOf(event).includes(wanted),
  );
  return (
    <>
      <Away query={query} />
      <ChoiceBar text={text} onText={setText} onlyTrouble={onlyTrouble} onOnlyTrouble={setOnlyTrouble}>
        {total > events.length && (
          <Typography variant="body2" color="textSecondary">
            The newest {events.length} of {total}.
          </Typography>
        )}
      </ChoiceBar>
      <Missing missing={missing} />
      <Rows
        items={shown}
        label="Events"
        idOf={({ event_id }) => event_id}
        empty={
          events.length === 0
            ? 'No events: nothing happened in the last hour, which is as long as a cluster keeps them.'
            : 'No event that the filter leaves.'
        }
      >
        {(event) => <EventRow event={event} topology={topology} />}
      </Rows>
    </>
  );
}

function EventRow({
  event,
  topology,
}: {
  readonly event: TeamEvent;
  readonly topology: Topology;
}): ReactElement {
  const isFailure = event.status === 'failure';
  return (
    <Row
      health={isFailure ? 'warning' : 'off'}
      state={isFailure ? 'warning' : 'normal'}
      name={<Typography sx={{ fontWeight: 600 }}>{event.reason}</Typography>}
      end={
        <Typography variant="body2" color="textSecondary" component="time" dateTime={event.end_time}>
          {ago(event.end_time, Date.now())}
        </Typography>
      }
    >
      {event.subject !== undefined && <Subject {...event.subject} topology={topology} />}
      {event.message}
    </Row>
  );
}

/** Object that an Event is on, which leads to the page of the part that it belongs to. */
function Subject({
  kind,
  name,
  topology,
}: {
  readonly kind: string;
  readonly name: string;
  readonly topology: Topology;
}): ReactElement {
  const part = partOf(topology, { kind, name });
  const shown = <bdi>{name}</bdi>;
  return (
    <>
      {kind} {part === undefined ? shown : <PartLink part={part}>{shown}</PartLink>}:{' '}
    </>
  );
}

function factsOf({ reason, message, subject }: TeamEvent): string {
  return [reason, message, subject?.kind, subject?.name].join(' ').toLowerCase();
}
