import { isDeepStrictEqual } from 'node:util';
import { microTime } from '../kube/event.ts';
import type { KubeObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';

/** Spec of a Lease (coordination.k8s.io/v1); times are MicroTime. */
export interface LeaseSpec {
  /** Holder of the lease; empty after a release. */
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly acquireTime?: string;
  readonly renewTime?: string;
  /** Number of changes of the holder. */
  readonly leaseTransitions?: number;
}

/** Lease object. */
export interface Lease extends KubeObject {
  readonly spec?: LeaseSpec;
}

/** Resource of Leases. */
export const LEASES: Resource<Lease> = namespacedResource('coordination.k8s.io/v1', 'Lease', 'leases');

/** Timing of an election in milliseconds. */
export interface LeaseTiming {
  /** Time after which a lease without renewal is free. */
  readonly leaseDurationMs: number;
  /** Time after which a holder without successful renewal gives up; less than `leaseDurationMs`. */
  readonly renewDeadlineMs: number;
  /** Interval of the holder's renewals. */
  readonly retryPeriodMs: number;
  /** Interval at which other processes read the lease, so that a released one is soon acquired. */
  readonly pollPeriodMs: number;
  /** Timeout of one request; two in a row that time out do not lose the lease. */
  readonly requestTimeoutMs: number;
}

/** Timing for a lease duration, in client-go's proportions 15 : 10 : 2. */
export function timingOf(leaseSeconds: number): LeaseTiming {
  const leaseDurationMs = leaseSeconds * 1000;
  const renewDeadlineMs = (leaseDurationMs * 2) / 3;
  const retryPeriodMs = (leaseDurationMs * 2) / 15;
  return {
    leaseDurationMs,
    renewDeadlineMs,
    retryPeriodMs,
    pollPeriodMs: retryPeriodMs / 4,
    requestTimeoutMs: renewDeadlineMs / 3,
  };
}

/** Last observed state of a lease. */
export interface ObservedLease {
  readonly lease: Lease;
  /** Time of the last change of its spec, on the local monotonic clock. */
  readonly sinceMs: number;
  /** False after the Lease was deleted; its last holder may not have noticed. */
  readonly stored: boolean;
}

/** Observed state after a read at `nowMs` that returned `lease`, or none. An unchanged spec keeps its time. */
export function observe(
  previous: ObservedLease | undefined,
  lease: Lease | undefined,
  nowMs: number,
): ObservedLease | undefined {
  if (lease === undefined) {
    return previous && { ...previous, stored: false };
  }
  const same = previous !== undefined && isDeepStrictEqual(previous.lease.spec, lease.spec);
  return { lease, sinceMs: same ? previous.sinceMs : nowMs, stored: true };
}

/** Process that takes part in an election, and the time. */
interface ElectionContext {
  readonly identity: string;
  readonly timing: LeaseTiming;
  /** Local monotonic clock, which alone decides on expiry; the times in a lease come from other clocks. */
  readonly nowMs: number;
  /** Wall clock for the times in the lease, which are only informative. */
  readonly date: Date;
}

/** Next step of an election. */
type LeaseStep =
  /** The Lease does not exist. */
  | { readonly type: 'create'; readonly spec: LeaseSpec }
  /** The lease is free or held by this process: replace the version that was read. */
  | { readonly type: 'write'; readonly lease: Lease; readonly spec: LeaseSpec }
  /** `holder` has the lease, which expires in `atMostMs`. */
  | { readonly type: 'wait'; readonly holder: string; readonly atMostMs: number };

/** Next step for the observed lease; undefined if none was ever observed. */
export function nextStep(
  observed: ObservedLease | undefined,
  { identity, timing, nowMs, date }: ElectionContext,
): LeaseStep {
  const time = microTime(date);
  const ours = {
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(timing.leaseDurationMs / 1000),
    renewTime: time,
  };
  if (observed === undefined) {
    return { type: 'create', spec: { ...ours, acquireTime: time, leaseTransitions: 0 } };
  }
  const { lease, sinceMs, stored } = observed;
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

/** Spec of a released lease, as in client-go. */
export function released({ spec }: Lease, date: Date): LeaseSpec {
  return { ...spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microTime(date) };
}

/** Duration of a lease: the longer of the holder's and the configured one, because the holder may rely on either. */
function durationMs({ spec }: Lease, { leaseDurationMs }: LeaseTiming): number {
  return Math.max((spec?.leaseDurationSeconds ?? 0) * 1000, leaseDurationMs);
}
