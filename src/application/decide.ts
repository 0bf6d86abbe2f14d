import { isDeepStrictEqual } from 'node:util';
import { type ApplicationStatus, MAX_LISTED } from '../api/application.ts';
import { conditionsFrom, type Verdict } from '../api/condition.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import type { Observed } from './observe.ts';
import { countOf, listed, phaseOf } from './rollup.ts';
import { acceptedVerdict, isReady, readyVerdict } from './verdicts.ts';

/** What is to be reported of one application. */
export interface ApplicationDecision {
  /** The new status; missing where the stored one says the same. */
  readonly status?: ApplicationStatus;
  readonly outcome: Outcome;
}

/** Decides on one application. Pure: the same input gives the same answer. */
export function decide(observed: Observed, now: Date): ApplicationDecision {
  const accepted = acceptedVerdict(observed);
  const status =
    accepted.status === 'True' ? rolledUp(observed, accepted, now) : refused(observed, accepted, now);
  return {
    ...(isDeepStrictEqual(status, observed.application.status) ? {} : { status }),
    outcome: accepted.status === 'True' ? SETTLED : { type: 'stalled', reason: accepted.reason },
  };
}

function rolledUp(observed: Observed, accepted: Verdict, now: Date): ApplicationStatus {
  const { rules, installs } = observed;
  const components = listed(observed.components);
  const states = components.map(({ state }) => state);
  const up = states.filter((state) => state === 'running' || state === 'succeeded');
  return {
    phase: phaseOf(states),
    components: components.slice(0, MAX_LISTED),
    counts: {
      components: countOf(components.length, up.length),
      rules: countOf(rules.length, rules.filter(isReady).length),
      installs: countOf(installs.length, installs.filter(isReady).length),
    },
    ...said(observed, [accepted, readyVerdict(accepted, components, observed)], now),
  };
}

/** Of what is no application for Stoa, nothing is told but why. */
function refused(observed: Observed, accepted: Verdict, now: Date): ApplicationStatus {
  return said(observed, [accepted, readyVerdict(accepted, [], { rules: [], installs: [] })], now);
}

function said({ application }: Observed, verdicts: readonly Verdict[], now: Date): ApplicationStatus {
  const { metadata, status } = application;
  const generation = metadata.generation ?? 1;
  return {
    observedGeneration: generation,
    conditions: conditionsFrom(verdicts, status?.conditions ?? [], generation, now),
  };
}
