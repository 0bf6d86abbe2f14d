import { type Condition, conditionOf } from '../api/condition.ts';
import type { Pinned } from '../api/marketinstall.ts';
import { recordOf } from '../api/overrides.ts';
import { reasonInfo } from '../api/reason.ts';
import type { ReasonInfo } from '../api/reasons/info.ts';
import { type Readiness, readyConditionOf, UNSEEN } from '../objects/readiness.ts';
import type { MarketInstall } from '../objects/stoa.ts';

/** State of an install, as far as its status tells. A step of the operator leads from each to the next. */
export type InstallState =
  /** The install is being deleted. */
  | { readonly type: 'removing' }
  /** The version of the spec has not come from its store. */
  | ({ readonly type: 'unresolved' } & Stopped)
  /** The version is pinned, and the inventory does not name its objects: none of them is made. */
  | ({ readonly type: 'unrecorded' } & Stopped)
  /** The inventory names every object of the version, and some are not in place. */
  | ({ readonly type: 'rolling-out' } & Stopped)
  /** The version was given up, and the one that served before it serves again, or is about to. */
  | { readonly type: 'going-back' }
  /** The operator has found every object of the present spec in place. */
  | { readonly type: 'in-place' };

interface Stopped {
  /** Reason for which the install does not go on; undefined where none is known of its present spec. */
  readonly trouble: Trouble | undefined;
}

/** Reason for which an install is not ready. */
export interface Trouble {
  readonly reason: string;
  readonly message: string;
  /** HTTP status with which the store refuses the model. */
  readonly storeStatus: number | undefined;
  /** Effect of the reason on a request that waits for the install. */
  readonly post: NonNullable<ReasonInfo['post']>;
}

/** State of an install. Pure. */
export function installState(install: MarketInstall): InstallState {
  const { metadata, spec, status = {} } = install;
  const { template } = status;
  if (metadata.deletionTimestamp !== undefined) {
    return { type: 'removing' };
  }
  if (isGivenUp(install)) {
    return { type: 'going-back' };
  }
  const trouble = troubleOf(install);
  if (isHeld(install)) {
    return { type: 'unrecorded', trouble };
  }
  if (template?.version !== spec.appModelVersion) {
    return { type: 'unresolved', trouble };
  }
  if (!isRecorded(install, template)) {
    return { type: 'unrecorded', trouble };
  }
  return readyOf(install)?.status === 'True' ? { type: 'in-place' } : { type: 'rolling-out', trouble };
}

/** Effect of a reason on a request that waits for an install. */
export function postOf(reason: string): Trouble['post'] {
  return reasonInfo(reason)?.post ?? 'goes-on';
}

/** Whether an install serves the version before, because the one of its spec was given up. */
export function isGivenUp({ metadata, status }: Pick<MarketInstall, 'metadata' | 'status'>): boolean {
  const { upgrade } = status ?? {};
  return upgrade?.failure !== undefined && upgrade.generation === metadata.generation;
}

/** Whether an install serves the version before, because the one of its spec is held. */
export function isHeld({ metadata, status }: Pick<MarketInstall, 'metadata' | 'status'>): boolean {
  const { upgrade } = status ?? {};
  return upgrade?.held !== undefined && upgrade.generation === metadata.generation;
}

/** Whether an install serves the version before the one of its spec, until the spec changes. */
export function servesBefore(install: Pick<MarketInstall, 'metadata' | 'status'>): boolean {
  return isGivenUp(install) || isHeld(install);
}

/** Whether the inventory of an install has all objects of a template, with its overrides. */
export function isRecorded({ spec, status }: MarketInstall, { digest }: Pick<Pinned, 'digest'>): boolean {
  return status?.recorded === recordOf(digest, spec);
}

/** Condition Ready of an install; undefined where it is missing, or speaks of an earlier generation. */
export function readyOf({ metadata, status }: MarketInstall): Condition | undefined {
  const ready = conditionOf(status, 'Ready');
  return ready?.observedGeneration === metadata.generation ? ready : undefined;
}

function troubleOf(install: MarketInstall): Trouble | undefined {
  const ready = readyOf(install);
  if (ready?.status !== 'False') {
    return undefined;
  }
  const { reason, message } = ready;
  return { reason, message, storeStatus: install.status?.storeStatus, post: postOf(reason) };
}

/** Readiness of an install: it is ready only where everything of it is in place. */
export function installReadinessOf(install: MarketInstall): Readiness {
  const readiness = readyConditionOf(install);
  return readiness.state === 'ready' && installState(install).type !== 'in-place' ? UNSEEN : readiness;
}
