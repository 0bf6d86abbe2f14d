import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { Events, TeamEvent } from '../api/events.ts';
import { Away } from './away.tsx';
import { ChoiceBar } from './choicebar.tsx';
import { Missing } from './missing.tsx';
import { Row, Rows } from './rows.tsx';
import { Failure, Waiting } from './states.tsx';
import { ago } from './time.ts';

/** Events as they are fetched, the newest first, with a filter. */
export function EventRows({ query }: { readonly query: UseQueryResult<Events> }): ReactElement {
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
          <Typography variant="body2" color="text.secondary">
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
        {(event) => <EventRow event={event} />}
      </Rows>
    </>
  );
}

function EventRow({ event }: { readonly event: TeamEvent }): ReactElement {
  const isFailure = event.status === 'failure';
  return (
    <Row
      health={isFailure ? 'warning' : 'good'}
      state={isFailure ? 'warning' : 'normal'}
      name={<Typography sx={{ fontWeight: 600 }}>{event.reason}</Typography>}
      end={
        <Typography variant="body2" color="text.secondary" component="time" dateTime={event.end_time}>
          {ago(event.end_time, Date.now())}
        </Typography>
      }
    >
      {event.subject !== '' && (
        <>
          <bdi>{event.subject}</bdi>:{' '}
        </>
      )}
      {event.message}
    </Row>
  );
}

function factsOf({ reason, message, subject }: TeamEvent): string {
  return `${reason} ${message} ${subject}`.toLowerCase();
}
