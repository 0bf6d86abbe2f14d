import type { StoredEvent } from '../../../objects/event.ts';
import { idOf } from '../id.ts';
import type { EventRecord } from './response.ts';

/** A component, and the team that it belongs to. */
interface EventTarget {
  readonly serviceId: string;
  readonly teamId: string;
}

/** Record of an Event on a component. */
export function eventRecord(event: StoredEvent, { serviceId, teamId }: EventTarget): EventRecord {
  const { metadata, reason = '', message = '', type, source, reportingComponent } = event;
  const first = event.firstTimestamp ?? event.eventTime ?? metadata.creationTimestamp;
  return {
    event_id: idOf(metadata.uid),
    target: 'service',
    target_id: serviceId,
    tenant_id: teamId,
    user_name: source?.component || reportingComponent || '',
    opt_type: reason,
    status: type === 'Warning' ? 'failure' : 'success',
    final_status: 'complete',
    message,
    reason,
    create_time: first,
    start_time: first,
    end_time: event.lastTimestamp ?? first,
  };
}
