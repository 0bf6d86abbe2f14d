import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visible } from '../../../src/base/visible.ts';
import { eventOf } from '../../../src/kube/event.ts';
import type { Series } from '../../../src/kube/eventseries.ts';

const SINCE = Date.parse('2026-11-21T12:00:00.005Z');
const REPORTER = { controller: 'example.com/things', instance: 'things-0' };

function series(change: Partial<Series> = {}, note = 'it broke'): Series {
  const first = { type: 'Warning', reason: 'Broken', action: 'Reconcile', note } as const;
  return { first, since: SINCE, last: SINCE + 1_500, count: 1, ...change };
}

function thing(name = 'a', namespace: string | undefined = 'n') {
  const metadata = { name, uid: 'u-1', resourceVersion: '7', creationTimestamp: '' };
  const whole = namespace === '' ? metadata : { ...metadata, namespace };
  return { apiVersion: 'example.com/v1', kind: 'Thing', metadata: whole };
}

it('has the fields of the record', () => {
  expect(eventOf(thing(), series(), REPORTER)).toEqual({
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: expect.stringMatching(/^a\.[0-9a-f]{16}$/), namespace: 'n' },
    eventTime: '2026-11-21T12:00:00.005000Z',
    reportingController: 'example.com/things',
    reportingInstance: 'things-0',
    regarding: { apiVersion: 'example.com/v1', kind: 'Thing', namespace: 'n', name: 'a', uid: 'u-1' },
    type: 'Warning',
    reason: 'Broken',
    action: 'Reconcile',
    note: 'it broke',
  });
});

it('changes only its series when the count grows', () => {
  const { series: repeated, ...counted } = eventOf(thing(), series({ count: 3 }), REPORTER);
  expect(counted).toEqual(eventOf(thing(), series(), REPORTER));
  expect(repeated).toEqual({ count: 3, lastObservedTime: '2026-11-21T12:00:01.505000Z' });
});

it('has another name for another series', () => {
  const names = [series(), series({ since: SINCE + 1 })].map(
    (each) => eventOf(thing(), each, REPORTER).metadata.name,
  );
  expect(new Set(names).size).toBe(2);
});

it.each(['system:node', 'UPPER', 'x'.repeat(250)])('names the Event on %s by its hash alone', (name) => {
  expect(eventOf(thing(name), series(), REPORTER).metadata.name).toMatch(/^[0-9a-f]{16}$/);
});

it('puts Events of cluster-scoped objects into the namespace that kubectl reads', () => {
  const { metadata, regarding } = eventOf(thing('a', ''), series(), REPORTER);
  expect(metadata.namespace).toBe('default');
  expect(regarding).toMatchObject({ namespace: undefined });
});

it('truncates a note to the limit of the server, never inside a character', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3_000 }),
    fc.constantFrom('é', '😀', '漢').map((c) => c.repeat(600)),
  );
  fc.assert(
    fc.property(text, (whole) => {
      const note = String(eventOf(thing(), series({}, whole), REPORTER).note);
      expect(Buffer.byteLength(note)).toBeLessThanOrEqual(1024);
      const shown = visible(whole);
      expect(note === shown || shown.startsWith(note.slice(0, -1))).toBe(true);
      expect(note.isWellFormed()).toBe(true);
    }),
  );
});

it('hides nothing in a note', () => {
  expect(eventOf(thing(), series({}, 'a\x1b[2J\u202e\u3164b\n'), REPORTER).note).toBe('a [2J b ');
});
