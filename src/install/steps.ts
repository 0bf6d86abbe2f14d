import { isDeepStrictEqual } from 'node:util';
import type { MarketInstallStatus } from '../api/marketinstall.ts';
import { REASONS } from '../api/reason.ts';
import type { Bounded } from '../base/bounded.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import { isTooLarge } from '../kube/error.ts';
import { installId, type MarketInstall } from '../objects/stoa.ts';
import { keepRecord } from './restore/keep.ts';
import { reportInstallStatus } from './status/report.ts';
import { smallerStatuses, TOO_LARGE_RECHECK_MS, UNWRITTEN } from './status/size.ts';
import { type StatusFields, statusOf } from './status/status.ts';
import type { StatusDraft } from './status/verdicts.ts';
import type { Writer } from './writer.ts';

/** Result of one step of a reconcile. */
export type Step =
  /** Another step follows at once. */
  | { readonly type: 'again' }
  /** The status is written, and another step follows. */
  | { readonly type: 'next'; readonly draft: StatusDraft; readonly fields: StatusFields }
  /** The status is written, and the reconcile ends with the outcome of the draft. */
  | { readonly type: 'halt'; readonly draft: StatusDraft; readonly fields: StatusFields }
  /** A halt before the rollout: the install keeps no name or port from others, and the next plan reserves anew. */
  | { readonly type: 'block'; readonly draft: StatusDraft; readonly fields: StatusFields }
  /** The reconcile ends with an outcome, and the status stays. */
  | { readonly type: 'end'; readonly outcome: Outcome }
  /** The install is gone, and the reconcile ends. */
  | { readonly type: 'gone' };

/** Step that writes the status. */
export type ReportedStep = Extract<Step, { draft: StatusDraft }>;

/** End of a reconcile with a status. */
export function halt(draft: StatusDraft, fields: StatusFields = {}): Step {
  return { type: 'halt', draft, fields };
}

/** End of a reconcile with a status, before the rollout. */
export function block(draft: StatusDraft, fields: StatusFields = {}): Step {
  return { type: 'block', draft, fields };
}

/** Steps after which other installs have their turn. */
const STEPS = 50;

/**
 * Takes steps until one ends the reconcile. Each builds on the writes of the one before, which are in the caches;
 * `forget` is called when the install is settled, or planned in vain. Throws KubeError.
 */
export async function takeSteps(
  writer: Writer,
  key: string,
  take: (install: MarketInstall) => Promise<Step>,
  forget: (uid: string) => void,
): Promise<Outcome> {
  for (let count = 0; count < STEPS; count += 1) {
    const current = writer.caches.installs.store.get(key);
    if (current === undefined) {
      return SETTLED;
    }
    const step = await take(current);
    if ('draft' in step && !(await reportStep(writer, current, step))) {
      forget(current.metadata.uid);
      return TOO_LARGE;
    }
    const outcome = outcomeOf(step);
    if (step.type === 'block' || outcome?.type === 'settled') {
      forget(current.metadata.uid);
    }
    if (outcome !== undefined) {
      return outcome;
    }
  }
  return { type: 'postponed' };
}

/** Outcome of a step that ends the reconcile; undefined where another step follows. */
function outcomeOf(step: Step): Outcome | undefined {
  switch (step.type) {
    case 'again':
    case 'next':
      return undefined;
    case 'halt':
    case 'block':
      return step.draft.outcome;
    case 'end':
      return step.outcome;
    case 'gone':
      return SETTLED;
  }
}

/** Outcome of an install whose status cannot be written: what follows from the status must not be done without it. */
const TOO_LARGE: Outcome = {
  type: 'waiting',
  reason: REASONS.statusTooLarge,
  atMostMs: TOO_LARGE_RECHECK_MS,
};

/** Writes the status of a step; false where the install is too large for it, which a smaller one or an Event tells. */
async function reportStep(writer: Writer, current: MarketInstall, step: ReportedStep): Promise<boolean> {
  try {
    await writeStatus(writer, current, step);
    return true;
  } catch (error) {
    if (!isTooLarge(error)) {
      throw error;
    }
  }
  if (current.metadata.deletionTimestamp !== undefined) {
    // A removal needs no status, and ends with the install.
    return true;
  }
  for (const status of smallerStatuses(current, step.draft, new Date())) {
    if (isDeepStrictEqual(status, current.status) || (await isWritten(writer, current, status))) {
      return false;
    }
  }
  const { statusTooLarge: reason } = REASONS;
  writer.recorder.record(current, { type: 'Warning', reason, action: 'RollOut', note: UNWRITTEN });
  return false;
}

async function isWritten(
  writer: Writer,
  current: MarketInstall,
  status: Bounded<MarketInstallStatus>,
): Promise<boolean> {
  try {
    await reportInstallStatus(writer, current, status);
    return true;
  } catch (error) {
    if (isTooLarge(error)) {
      return false;
    }
    throw error;
  }
}

async function writeStatus(
  writer: Writer,
  current: MarketInstall,
  { draft, fields }: ReportedStep,
): Promise<void> {
  const status = statusOf(current, draft, fields, new Date());
  const next = { ...current, status };
  // A restored one has its record from its Secret, which is of nobody until this status tells its identity.
  if (installId(next) === installId(current)) {
    // A backup of an install that is ready has its record, too.
    await keepRecord(writer, next);
  }
  if (!isDeepStrictEqual(status, current.status)) {
    await reportInstallStatus(writer, current, status);
  }
}
