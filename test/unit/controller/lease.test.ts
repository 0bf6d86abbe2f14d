import { describe, expect, it } from 'vitest';
import {
  type Lease,
  type LeaseSpec,
  nextStep,
  type ObservedLease,
  observe,
  released,
  timingOf,
} from '../../../src/controller/lease.ts';

const timing = timingOf(15);
const date = new Date('2026-01-02T03:04:05.678Z');
const now = '2026-01-02T03:04:05.678000Z';
const long = '2020-01-01T00:00:00.000000Z';

function leaseOf(spec: LeaseSpec, resourceVersion = '1'): Lease {
  const metadata = { name: 'l', namespace: 'n', uid: 'u', resourceVersion, creationTimestamp: long };
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
}

const theirs: LeaseSpec = {
  holderIdentity: 'them',
  leaseDurationSeconds: 15,
  acquireTime: long,
  renewTime: long,
  leaseTransitions: 3,
};

function seen(spec: LeaseSpec, sinceMs = 0): ObservedLease {
  return { lease: leaseOf(spec), sinceMs, stored: true };
}

function decide(sighting: ObservedLease | undefined, nowMs: number) {
  return nextStep(sighting, { identity: 'me', timing, nowMs, date });
}

it('has the timing of client-go', () => {
  expect(timing).toMatchObject({ leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 });
  expect(timing.requestTimeoutMs * 2).toBeLessThan(timing.renewDeadlineMs - timing.retryPeriodMs);
});

describe('a process that takes part in an election', () => {
  const taken = {
    holderIdentity: 'me',
    leaseDurationSeconds: 15,
    acquireTime: now,
    renewTime: now,
    leaseTransitions: 4,
  };

  it('creates a missing lease', () => {
    const spec = { ...taken, leaseTransitions: 0 };
    expect(decide(undefined, 0)).toEqual({ type: 'create', spec });
  });

  it('waits for the holder until the spec is unchanged for the whole duration, whatever its times are', () => {
    expect(decide(seen(theirs, 100), 100)).toEqual({ type: 'wait', holder: 'them', atMostMs: 15_000 });
    expect(decide(seen(theirs, 100), 15_099)).toEqual({ type: 'wait', holder: 'them', atMostMs: 1 });
    expect(decide(seen(theirs, 100), 15_100)).toEqual({ type: 'write', lease: leaseOf(theirs), spec: taken });
    const inTheFuture = { ...theirs, renewTime: '2099-01-01T00:00:00.000000Z' };
    expect(decide(seen(inTheFuture), 15_000).type).toBe('write');
  });

  it('respects the longer duration of the holder', () => {
    const patient = { ...theirs, leaseDurationSeconds: 60 };
    expect(decide(seen(patient), 15_000)).toMatchObject({ type: 'wait', atMostMs: 45_000 });
  });

  it('acquires a released lease at once', () => {
    const lease = leaseOf(released(leaseOf(theirs), date));
    expect(lease.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 3 });
    const sighting = { lease, sinceMs: 0, stored: true };
    expect(decide(sighting, 0)).toEqual({ type: 'write', lease, spec: taken });
  });

  it('acquires a lease without a holder', () => {
    expect(decide(seen({}), 0)).toMatchObject({
      type: 'write',
      spec: { holderIdentity: 'me', leaseTransitions: 1 },
    });
  });

  it('waits for the holder of a deleted lease, then creates it again', () => {
    const gone = observe(seen(theirs), undefined, 5_000);
    expect(decide(gone, 5_000)).toMatchObject({ type: 'wait', atMostMs: 10_000 });
    expect(decide(gone, 15_000)).toEqual({ type: 'create', spec: taken });
  });
});

it('a holder renews without a transition, and creates a deleted lease again', () => {
  const mine = { ...theirs, holderIdentity: 'me' };
  const spec = { ...mine, renewTime: now };
  expect(decide(seen(mine), 99_999)).toEqual({ type: 'write', lease: leaseOf(mine), spec });
  expect(decide(observe(seen(mine), undefined, 0), 0)).toEqual({ type: 'create', spec });
});

it('only a change of the spec counts as a renewal', () => {
  const labelled = leaseOf(theirs, '2');
  expect(observe(seen(theirs), labelled, 9)).toEqual({ lease: labelled, sinceMs: 0, stored: true });
  const renewed = leaseOf({ ...theirs, renewTime: now }, '2');
  expect(observe(seen(theirs), renewed, 9)).toEqual({ lease: renewed, sinceMs: 9, stored: true });
  expect(observe(undefined, undefined, 9)).toBeUndefined();
});
