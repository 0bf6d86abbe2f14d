import { createHash } from 'node:crypto';
import type { Series } from './eventseries.ts';
import { microTime } from './microtime.ts';
import type { KubeObject, ObjectDraft } from './object.ts';
import { namespacedResource } from './resource.ts';

/** Events as kubectl shows them. */
export const EVENTS = namespacedResource('events.k8s.io/v1', 'Event', 'events');

/** Who reports. */
export interface Reporter {
  /** Qualified name such as `example.com/controller`; field manager of the Events too. */
  readonly controller: string;
  /** Which of its processes, at most 128 bytes. */
  readonly instance: string;
}

/** Bytes that the API server takes of a note. */
const MAX_NOTE_BYTES = 1024;

/** Namespace for Events on objects that have none. */
const DEFAULT_NAMESPACE = 'default';

/** The Event of a series; its name follows from the object and the series, so that it can be written again. */
export function eventOf(regarding: KubeObject, series: Series, reporter: Reporter): ObjectDraft {
  const { apiVersion, kind, metadata } = regarding;
  const { namespace = DEFAULT_NAMESPACE, name, uid } = metadata;
  const { type, reason, action, note } = series.first;
  const repeated = { count: series.count, lastObservedTime: microTime(new Date(series.last)) };
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: eventName(name, [uid, type, reason, series.since]), namespace },
    eventTime: microTime(new Date(series.since)),
    reportingController: reporter.controller,
    reportingInstance: reporter.instance,
    // Without its resourceVersion: what an Event is about may not change when it is counted.
    regarding: { apiVersion, kind, namespace: metadata.namespace, name, uid },
    ...{ type, reason, action, note: cut(note) },
    ...(series.count > 1 ? { series: repeated } : {}),
  };
}

/** Begins with the object's name where that may stand in an Event's, which is a DNS subdomain. */
function eventName(name: string, identity: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
  const readable = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name) && name.length <= 253 - 17;
  return readable ? `${name}.${hash}` : hash;
}

function cut(note: string): string {
  const bytes = new Uint8Array(MAX_NOTE_BYTES - Buffer.byteLength('…'));
  const fits = Buffer.byteLength(note) <= MAX_NOTE_BYTES;
  // Stops before a character that would not fit whole.
  return fits ? note : `${note.slice(0, new TextEncoder().encodeInto(note, bytes).read)}…`;
}
