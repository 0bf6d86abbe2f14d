import { isDeepStrictEqual } from 'node:util';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { keepRecord } from './restore/keep.ts';
import { reportInstallStatus } from './status/report.ts';
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
    if ('draft' in step) {
      await reportStep(writer, current, step);
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

async function reportStep(
  writer: Writer,
  current: MarketInstall,
  { draft, fields }: ReportedStep,
): Promise<void> {
  const status = statusOf(current, draft, fields, new Date());
  // A backup of an install that is ready has its record, too.
  await keepRecord(writer, { ...current, status });
  if (!isDeepStrictEqual(status, current.status)) {
    await reportInstallStatus(writer, current, status);
  }
}
