import type { KubeClient } from './client.ts';
import { EVENTS, eventOf, type Reporter } from './event.ts';
import { type Aggregation, aggregate, type EventRecord, NOTHING_YET } from './eventseries.ts';
import type { KubeObject, ObjectDraft } from './object.ts';

/** Who records, and through what. */
interface RecorderOptions extends Reporter {
  readonly client: KubeClient;
  readonly log: { warn(fields: object, message: string): void };
}

/** Tells users what happens to their objects. */
export interface Recorder {
  /** Returns at once and never throws; equal records become one Event with a count, a flood is capped. */
  record(regarding: KubeObject, record: EventRecord): void;
  /** Resolves when every Event is written, or lost. */
  flush(): Promise<void>;
}

/** Objects whose series are remembered, and Events that may wait to be written. */
const MAX_OBJECTS = 1_000;
const MAX_PENDING = 1_000;

/** A recorder of Events; needs the verbs create and patch on events.k8s.io events. */
export function createRecorder(options: RecorderOptions): Recorder {
  const objects = new Map<string, Aggregation>();
  const pending = new Map<string, ObjectDraft>();
  let writing: Promise<void> | undefined;
  const write = async () => {
    // A map gives what is added meanwhile too.
    for (const [name, event] of pending) {
      pending.delete(name);
      await apply(options, event);
    }
    writing = undefined;
  };
  return {
    record(regarding, record) {
      const { uid } = regarding.metadata;
      const { state, decision } = aggregate(objects.get(uid) ?? NOTHING_YET, record, Date.now());
      remember(objects, uid, state);
      if (decision.type === 'drop') {
        return;
      }
      const event = eventOf(regarding, decision.series, options);
      const { name } = event.metadata;
      if (pending.has(name) || pending.size < MAX_PENDING) {
        pending.set(name, event);
      }
      writing ??= write();
    },
    flush: async () => writing,
  };
}

/** Server-side apply makes and counts alike: an Event that expired meanwhile is made anew. */
async function apply({ client, controller, log }: RecorderOptions, event: ObjectDraft): Promise<void> {
  try {
    await client.apply(EVENTS, event, controller);
  } catch (err) {
    log.warn({ err, event: event.metadata.name, reason: event.reason }, 'event dropped');
  }
}

/** Keeps the objects that were spoken of last. */
function remember(objects: Map<string, Aggregation>, uid: string, state: Aggregation): void {
  objects.delete(uid);
  objects.set(uid, state);
  const [oldest] = objects.keys();
  if (oldest !== undefined && objects.size > MAX_OBJECTS) {
    objects.delete(oldest);
  }
}
