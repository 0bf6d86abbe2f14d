import type { KubeClient } from './client.ts';
import { EVENTS, eventOf, type Reporter } from './event.ts';
import { type Aggregation, aggregate, EMPTY_AGGREGATION, type EventRecord } from './eventseries.ts';
import type { KubeObject, ObjectDraft } from './object.ts';

/** Identity and client of a recorder. */
interface RecorderOptions extends Reporter {
  readonly client: KubeClient;
  readonly log: { warn(fields: object, message: string): void };
}

/** Recorder of Events on objects. */
export interface Recorder {
  /** Queues a record without waiting, and never throws. Equal records share one Event; floods are limited. */
  record(regarding: KubeObject, record: EventRecord): void;
  /** Resolves when no Event is pending; one that cannot be written is dropped. */
  flush(): Promise<void>;
}

/** Maximum number of objects in memory, and of pending Events. */
const MAX_OBJECTS = 1_000;
const MAX_PENDING = 1_000;

/** Recorder of Events. It needs the verbs create and patch on events.k8s.io events. */
export function createRecorder(options: RecorderOptions): Recorder {
  const objects = new Map<string, Aggregation>();
  const pending = new Map<string, ObjectDraft>();
  let writing: Promise<void> | undefined;
  const write = async () => {
    // The iteration includes Events that are added while it runs.
    for (const [name, event] of pending) {
      pending.delete(name);
      await apply(options, event);
    }
    writing = undefined;
  };
  return {
    record(regarding, record) {
      const { uid } = regarding.metadata;
      const { state, action } = aggregate(objects.get(uid) ?? EMPTY_AGGREGATION, record, Date.now());
      rememberAggregation(objects, uid, state);
      if (action.type === 'drop') {
        return;
      }
      const event = eventOf(regarding, action.series, options);
      const { name } = event.metadata;
      if (pending.has(name) || pending.size < MAX_PENDING) {
        pending.set(name, event);
      }
      writing ??= write();
    },
    flush: async () => writing,
  };
}

/** Creates or updates an Event: server-side apply also creates again one that has expired. */
async function apply({ client, controller, log }: RecorderOptions, event: ObjectDraft): Promise<void> {
  try {
    await client.apply(EVENTS, event, controller);
  } catch (err) {
    log.warn({ err, event: event.metadata.name, reason: event.reason }, 'event dropped');
  }
}

/** Stores the state of an object and evicts the least recently recorded one. */
function rememberAggregation(objects: Map<string, Aggregation>, uid: string, state: Aggregation): void {
  objects.delete(uid);
  objects.set(uid, state);
  const [oldest] = objects.keys();
  if (oldest !== undefined && objects.size > MAX_OBJECTS) {
    objects.delete(oldest);
  }
}
