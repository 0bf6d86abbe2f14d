import { FairMap } from '../base/fairmap.ts';
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

/** Maximum number of objects in memory, and of pending Events. Namespaces share them: one cannot use up those of others. */
const MAX_OBJECTS = 1_000;
const MAX_PENDING = 1_000;

/** Recorder of Events. It needs the verbs create and patch on events.k8s.io events. */
export function createRecorder(options: RecorderOptions): Recorder {
  const objects = new FairMap<Aggregation>(MAX_OBJECTS);
  const pending = new FairMap<ObjectDraft>(MAX_PENDING);
  let writing: Promise<void> | undefined;
  const write = async () => {
    for (let event = pending.take(); event !== undefined; event = pending.take()) {
      await apply(options, event);
    }
    writing = undefined;
  };
  return {
    record(regarding, record) {
      const { namespace = '', uid } = regarding.metadata;
      const known = objects.get(namespace, uid) ?? EMPTY_AGGREGATION;
      const { state, action } = aggregate(known, record, Date.now());
      // The object becomes the most recent of its namespace, and is the last to be forgotten.
      objects.delete(namespace, uid);
      objects.set(namespace, uid, state);
      if (action.type === 'drop') {
        return;
      }
      const event = eventOf(regarding, action.series, options);
      pending.set(namespace, event.metadata.name, event);
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
