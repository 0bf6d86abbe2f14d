import { isDeepStrictEqual } from 'node:util';
import { microTime } from '../kube/microtime.ts';
import type { KubeObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';

/** Spec of a Lease (coordination.k8s.io/v1); times are MicroTime. */
export interface LeaseSpec {
  /** Who holds it; empty where it was released. */
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  /** How often it went from one holder to another. */
  readonly leaseTransitions?: number;
}

/** A Lease. */
export interface Lease extends KubeObject {
  readonly spec?: LeaseSpec;
}

/** Where Leases are served. */
export const LEASES: Resource<Lease> = namespacedResource('coordination.k8s.io/v1', 'Lease', 'leases');

/** The times of an election in milliseconds. */
export interface LeaseTiming {
  /** How long a holder that is no longer heard of keeps the lease. */
  readonly leaseMs: number;
  /** How long a holder that cannot renew believes that it still holds it; less than `leaseMs`. */
  readonly renewMs: number;
  /** How often the holder renews. */
  readonly retryMs: number;
  /** How often others look, so that a released lease is not free for long. */
  readonly lookMs: number;
  /** How long one request may take; so little that two in a row that hang do not lose the lease. */
  readonly requestMs: number;
}

/** The times that follow from the duration of a lease, in client-go's proportions 15 : 10 : 2. */
export function timingOf(leaseSeconds: number): LeaseTiming {
  const leaseMs = leaseSeconds * 1000;
  const renewMs = (leaseMs * 2) / 3;
  const retryMs = (leaseMs * 2) / 15;
  return { leaseMs, renewMs, retryMs, lookMs: retryMs / 4, requestMs: renewMs / 3 };
}

/** A lease as it was read last. */
export interface Sighting {
  readonly lease: Lease;
  /** Since when, on our own clock, its record has been what it is. */
  readonly sinceMs: number;
  /** False where somebody has deleted it meanwhile; who held it then may not know. */
  readonly stored: boolean;
}

/** What is known after a lease, or that there is none, was read at `nowMs`: an unchanged record keeps its age. */
export function sighted(
  before: Sighting | undefined,
  lease: Lease | undefined,
  nowMs: number,
): Sighting | undefined {
  if (lease === undefined) {
    return before && { ...before, stored: false };
  }
  const same = before !== undefined && isDeepStrictEqual(before.lease.spec, lease.spec);
  return { lease, sinceMs: same ? before.sinceMs : nowMs, stored: true };
}

/** Who decides, and when. */
export interface Candidate {
  readonly identity: string;
  readonly timing: LeaseTiming;
  /** Our own monotonic clock; a holder is judged by it alone, never by the times that it wrote. */
  readonly nowMs: number;
  /** Only for people who read the lease. */
  readonly date: Date;
}

/** What to do about a lease. */
type LeaseStep =
  /** There is none: make it. */
  | { readonly type: 'create'; readonly spec: LeaseSpec }
  /** It is free or ours: write it, if it is still the version that was read. */
  | { readonly type: 'write'; readonly lease: Lease; readonly spec: LeaseSpec }
  /** `holder` has it: look again, at the latest when it would have expired. */
  | { readonly type: 'wait'; readonly holder: string; readonly atMostMs: number };

/** Decides on a lease as it was last seen, `undefined` where there never was one. */
export function step(seen: Sighting | undefined, { identity, timing, nowMs, date }: Candidate): LeaseStep {
  const time = microTime(date);
  const ours = {
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(timing.leaseMs / 1000),
    renewTime: time,
  };
  if (seen === undefined) {
    return { type: 'create', spec: { ...ours, acquireTime: time, leaseTransitions: 0 } };
  }
  const { lease, sinceMs, stored } = seen;
  const { holderIdentity: holder = '', leaseTransitions = 0, acquireTime = time } = lease.spec ?? {};
  const leftMs = sinceMs + durationMs(lease, timing) - nowMs;
  if (holder !== '' && holder !== identity && leftMs > 0) {
    return { type: 'wait', holder, atMostMs: leftMs };
  }
  const term =
    holder === identity
      ? { acquireTime, leaseTransitions }
      : { acquireTime: time, leaseTransitions: leaseTransitions + 1 };
  const spec = { ...lease.spec, ...ours, ...term };
  return stored ? { type: 'write', lease, spec } : { type: 'create', spec };
}

/** The spec of a lease that its holder gives up, as client-go writes it. */
export function released({ spec }: Lease, date: Date): LeaseSpec {
  return { ...spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microTime(date) };
}

/** The holder may count on what it wrote, and on what everybody is configured for; the longer one holds. */
function durationMs({ spec }: Lease, { leaseMs }: LeaseTiming): number {
  return Math.max((spec?.leaseDurationSeconds ?? 0) * 1000, leaseMs);
}
