import { describe, expect, it } from 'vitest';
import type { ChangeHandler, Origin } from '../../../src/controller/cache.ts';
import { Pace } from '../../../src/controller/pace.ts';
import { WorkQueue } from '../../../src/controller/queue.ts';
import type { Change } from '../../../src/controller/store.ts';
import {
  appearsOrVanishes,
  changed,
  eitherSide,
  every,
  not,
  notWrittenHere,
  sidesOf,
  specChanged,
  startWatches,
  type WatchRow,
  watch,
} from '../../../src/controller/watches.ts';
import type { KubeObject, ObjectMeta } from '../../../src/kube/object.ts';
import { depthOf } from '../../support/queue.ts';

function objectWith(metadata: Partial<ObjectMeta> = {}): KubeObject {
  const base = { name: 'web', namespace: 'team', uid: 'u', resourceVersion: '1', creationTimestamp: 't' };
  return { apiVersion: 'v1', kind: 'Any', metadata: { ...base, generation: 1, ...metadata } };
}

/** A queue with one watch, and what a change does to it. */
function watching(row: WatchRow<KubeObject>, pace = new Pace(60_000)) {
  const handlers: ChangeHandler<KubeObject>[] = [];
  const queue = new WorkQueue();
  startWatches([watch({ onChange: (handler) => handlers.push(handler) }, row)], queue, pace);
  return {
    queue,
    pace,
    show: (change: Change<KubeObject>, origin: Origin = 'watch') =>
      handlers.map((handler) => handler(change, origin)),
  };
}

const CREATED = { after: objectWith() };
const REPORTED = { before: objectWith(), after: objectWith({ resourceVersion: '2' }) };
const EDITED = { before: objectWith(), after: objectWith({ generation: 2 }) };
const DELETING = { before: objectWith(), after: objectWith({ deletionTimestamp: 'now' }) };
const RECREATED = { before: objectWith(), after: objectWith({ uid: 'v' }) };
const DELETED = { before: objectWith() };

describe('a watch', () => {
  it('enqueues a key once for both sides of a change', async () => {
    const { queue, show } = watching({ wakes: sidesOf });
    show(EDITED);
    expect(depthOf(queue)).toBe(1);
    expect(await queue.take()).toBe('team/web');
  });

  it('enqueues the keys of both sides', () => {
    const { queue, show } = watching({
      wakes: eitherSide(({ metadata }) => [{ metadata: { name: `${metadata.generation}` } }]),
    });
    show(EDITED);
    expect(depthOf(queue)).toBe(2);
  });

  it.each<[Origin, 'user' | 'background']>([
    ['list', 'background'],
    ['watch', 'user'],
    ['write', 'user'],
  ])('gives a change of origin %s the priority %s', (origin, priority) => {
    const { queue, show } = watching({ wakes: sidesOf });
    show(CREATED, origin);
    expect(queue.depthOf(priority)).toBe(1);
  });

  it('keeps the priority of its row', () => {
    const { queue, show } = watching({ wakes: sidesOf, priority: 'background' });
    show(CREATED);
    expect(queue.depthOf('background')).toBe(1);
  });

  it('ignores changes that its predicate rejects', () => {
    const { queue, show } = watching({ when: specChanged, wakes: sidesOf });
    show(REPORTED);
    expect(depthOf(queue)).toBe(0);
  });

  it('delays a key that was reconciled a moment ago, if it is paced', () => {
    const pace = new Pace(60_000);
    pace.begin('team/web', performance.now());
    const paced = watching({ wakes: sidesOf, rate: 'paced' }, pace);
    const immediate = watching({ wakes: sidesOf }, pace);
    paced.show(CREATED);
    immediate.show(CREATED);
    expect([depthOf(paced.queue), depthOf(immediate.queue)]).toEqual([0, 1]);
    paced.queue.close();
  });
});

describe('a predicate', () => {
  it.each([
    ['an object that appears', CREATED, { specChanged: true, appearsOrVanishes: true }],
    ['a new status', REPORTED, { specChanged: false, appearsOrVanishes: false }],
    ['a new spec', EDITED, { specChanged: true, appearsOrVanishes: false }],
    ['an object that is being deleted', DELETING, { specChanged: true, appearsOrVanishes: false }],
    ['an object made anew', RECREATED, { specChanged: true, appearsOrVanishes: false }],
    ['an object that vanishes', DELETED, { specChanged: true, appearsOrVanishes: true }],
  ])('tells %s', (_, change, expected) => {
    expect({ specChanged: specChanged(change), appearsOrVanishes: appearsOrVanishes(change) }).toEqual(
      expected,
    );
  });

  it('compares a part of both sides', () => {
    const labels = changed(({ metadata }: KubeObject) => metadata.labels);
    const labelled = objectWith({ labels: { tier: 'front' } });
    expect(labels({ before: labelled, after: structuredClone(labelled) }, 'watch')).toBe(false);
    expect(labels({ before: objectWith(), after: labelled }, 'watch')).toBe(true);
  });

  it('combines with others', () => {
    const foreignEdit = every(notWrittenHere, specChanged);
    expect(foreignEdit(EDITED, 'watch')).toBe(true);
    expect(foreignEdit(EDITED, 'write')).toBe(false);
    expect(not(specChanged)(EDITED, 'watch')).toBe(false);
  });
});
