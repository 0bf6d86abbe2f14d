import { shortHash } from '../base/hash.ts';
import { visible } from '../base/visible.ts';
import type { Series } from './eventseries.ts';
import type { KubeObject, ObjectDraft } from './object.ts';
import { namespacedResource } from './resource.ts';

/** Resource of Events. */
export const EVENTS = namespacedResource('events.k8s.io/v1', 'Event', 'events');

/** Identity of a process that reports Events. */
export interface Reporter {
  /** Qualified name such as `example.com/controller`, which is also the field manager of the Events. */
  readonly controller: string;
  /** Name of the process, at most 128 bytes. */
  readonly instance: string;
}

/** Maximum size of a note that the API server accepts. */
const MAX_NOTE_BYTES = 1024;

/** Namespace of Events on cluster-scoped objects. */
const DEFAULT_NAMESPACE = 'default';

/** Event of a series. Its name is derived from the object and the series, so that a repeated apply updates it. */
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
    // No resourceVersion: `regarding` is immutable while the count grows.
    regarding: { apiVersion, kind, namespace: metadata.namespace, name, uid },
    ...{ type, reason, action, note: truncatedNote(visible(note)) },
    ...(series.count > 1 ? { series: repeated } : {}),
  };
}

/** Name of an Event, a DNS subdomain, with the object's name in front where that is valid. */
function eventName(name: string, identity: readonly unknown[]): string {
  const hash = shortHash(JSON.stringify(identity), 16);
  const readable = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name) && name.length <= 253 - 17;
  return readable ? `${name}.${hash}` : hash;
}

function truncatedNote(note: string): string {
  const bytes = new Uint8Array(MAX_NOTE_BYTES - Buffer.byteLength('…'));
  const fits = Buffer.byteLength(note) <= MAX_NOTE_BYTES;
  // encodeInto stops before a character that does not fit completely.
  return fits ? note : `${note.slice(0, new TextEncoder().encodeInto(note, bytes).read)}…`;
}

/** `metav1.MicroTime` form of a date: RFC 3339 with exactly six digits, the only form that the API server accepts. */
export function microTime(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
