import { json } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import type { EventRecord } from '../../../src/kube/eventseries.ts';
import { createRecorder } from '../../../src/kube/recorder.ts';
import { eventually } from '../../support/eventually.ts';
import { answer, clientOf } from './support.ts';

const BROKEN: EventRecord = { type: 'Warning', reason: 'Broken', action: 'Reconcile', note: 'it broke' };

function thing(uid: string, namespace = 'n') {
  const metadata = { name: `thing-${uid}`, namespace, uid, resourceVersion: '1', creationTimestamp: '' };
  return { apiVersion: 'example.com/v1', kind: 'Thing', metadata };
}

interface Event {
  readonly metadata: { readonly name: string };
  readonly series?: { readonly count: number };
}

/** A recorder at a server that answers the given status, and what that server got. */
async function recorder(status = 201) {
  const events: Event[] = [];
  const warn = vi.fn();
  const client = await clientOf(async (request, response) => {
    events.push((await json(request)) as Event);
    answer(response, status, {});
  });
  const made = createRecorder({ client, controller: 'example.com/things', instance: 'i', log: { warn } });
  return { record: made.record, flush: made.flush, events, warn };
}

it('writes one Event whose count grows', async () => {
  const { record, events } = await recorder();
  for (const count of [1, 2, 3]) {
    record(thing('1'), BROKEN);
    await eventually(() => expect(events).toHaveLength(count));
  }
  expect(new Set(events.map(({ metadata }) => metadata.name)).size).toBe(1);
  expect(events.map(({ series }) => series?.count)).toEqual([undefined, 2, 3]);
});

it('writes only the last of several pending counts', async () => {
  const { record, events } = await recorder();
  for (const _ of Array(10)) {
    record(thing('1'), BROKEN);
  }
  record(thing('2'), BROKEN);
  await eventually(() => expect(events.at(-1)?.metadata.name).toContain('thing-2'));
  const counts = events.slice(0, -1).map(({ series }) => series?.count);
  expect(counts.at(-1)).toBe(10);
  expect(counts.length).toBeLessThanOrEqual(2);
});

it('logs a dropped Event, and continues', async () => {
  const { record, events, warn } = await recorder(403);
  record(thing('1'), BROKEN);
  await eventually(() => expect(warn).toHaveBeenCalledTimes(1));
  record(thing('2'), BROKEN);
  await eventually(() => expect(warn).toHaveBeenCalledTimes(2));
  expect(events).toHaveLength(2);
});

it('limits the number of pending Events', async () => {
  const { record, events } = await recorder();
  for (let index = 0; index < 3_000; index += 1) {
    record(thing(String(index)), BROKEN);
  }
  await eventually(() => expect(events.length).toBeGreaterThanOrEqual(1_000));
  record(thing('last'), BROKEN);
  await eventually(() => expect(events.at(-1)?.metadata.name).toContain('thing-last'));
  expect(events.length).toBeLessThanOrEqual(1_002);
});

it('writes the Events of a namespace beside a flood of another', async () => {
  const { record, flush, events } = await recorder();
  for (let index = 0; index < 1_500; index += 1) {
    record(thing(String(index)), BROKEN);
  }
  record(thing('quiet', 'other'), BROKEN);
  for (let index = 1_500; index < 3_000; index += 1) {
    record(thing(String(index)), BROKEN);
  }
  await flush();
  const place = events.findIndex(({ metadata }) => metadata.name.startsWith('thing-quiet'));
  // The first was being written, and the two namespaces take turns.
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThanOrEqual(2);
});

it('counts the records of an object beside a flood of another namespace', async () => {
  const { record, flush, events } = await recorder();
  record(thing('quiet', 'other'), BROKEN);
  await flush();
  for (let index = 0; index < 1_500; index += 1) {
    record(thing(String(index)), BROKEN);
  }
  record(thing('quiet', 'other'), BROKEN);
  await flush();
  const counts = events.filter(({ metadata }) => metadata.name.startsWith('thing-quiet'));
  expect(counts.map(({ series }) => series?.count)).toEqual([undefined, 2]);
});

it('can be flushed', async () => {
  const { record, flush, events } = await recorder();
  await flush();
  for (const uid of ['1', '2', '3']) {
    record(thing(uid), BROKEN);
  }
  await flush();
  expect(events).toHaveLength(3);
});
