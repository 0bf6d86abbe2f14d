import { isDeepStrictEqual } from 'node:util';
import { type ApplicationStatus, boundedApplicationStatus, MAX_LISTED } from '../api/application.ts';
import { conditionsFrom, type Verdict } from '../api/condition.ts';
import type { Bounded } from '../base/bounded.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import type { Observed } from './observe.ts';
import { countOf, listedComponents, phaseOf } from './rollup.ts';
import { acceptedVerdict, expressedVerdicts, isInPlace, isReady, readyVerdict } from './verdicts.ts';

/** Decision on an application. */
export interface ApplicationDecision {
  /** New status; undefined where the stored one is the same. */
  readonly status?: Bounded<ApplicationStatus>;
  readonly outcome: Outcome;
}

/** Decides on the status of an application. Pure. */
export function decide(observed: Observed, now: Date): ApplicationDecision {
  const accepted = acceptedVerdict(observed);
  const status = boundedApplicationStatus(
    accepted.status === 'True' ? rolledUp(observed, accepted, now) : refused(observed, accepted, now),
  );
  return {
    ...(isDeepStrictEqual(status, observed.application.status) ? {} : { status }),
    outcome: accepted.status === 'True' ? SETTLED : { type: 'stalled', reason: accepted.reason },
  };
}

function rolledUp(observed: Observed, accepted: Verdict, now: Date): ApplicationStatus {
  const { rules, installs } = observed;
  const components = listedComponents(observed.components);
  const states = components.map(({ state }) => state);
  const up = states.filter((state) => state === 'running' || state === 'succeeded');
  return {
    phase: phaseOf(states),
    components: components.slice(0, MAX_LISTED),
    counts: {
      components: countOf(components.length, up.length),
      rules: countOf(rules.length, rules.filter(isReady).length),
      installs: countOf(installs.length, installs.filter(isInPlace).length),
    },
    ...conditionsOf(
      observed,
      [accepted, ...expressedVerdicts(observed), readyVerdict(accepted, components, observed)],
      now,
    ),
  };
}

/** Status of an application that is not accepted: its conditions alone. */
function refused(observed: Observed, accepted: Verdict, now: Date): ApplicationStatus {
  return conditionsOf(observed, [accepted, readyVerdict(accepted, [], NOTHING_WRONG)], now);
}

const NOTHING_WRONG = { flaws: [], rules: [], installs: [] };

function conditionsOf({ application }: Observed, verdicts: readonly Verdict[], now: Date): ApplicationStatus {
  const { metadata, status } = application;
  const generation = metadata.generation ?? 1;
  return {
    observedGeneration: generation,
    conditions: conditionsFrom(verdicts, status?.conditions ?? [], generation, now),
  };
}
