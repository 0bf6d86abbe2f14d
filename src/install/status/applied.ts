import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { firstFew } from '../../base/text.ts';
import type { ContestedObject, RefusedRule } from '../rollout/obstacles.ts';
import type { ComponentProgress, Rollout } from '../rollout/rollout.ts';

/** Trouble of the pods of a component, for users; undefined where they are merely starting. */
export type TroubleOf = (progress: ComponentProgress) => string | undefined;

/** Most components or rules that a message names. */
const NAMED = 3;

/** Condition Applied of a rollout. */
export function appliedVerdict(
  rollout: Rollout,
  waves: number,
  deploy: boolean,
  troubleOf: TroubleOf,
): Verdict {
  const open = rollout.components.filter(({ state }) => state.type !== 'ready');
  if (rollout.complete) {
    return holds(
      'Applied',
      REASONS.applied,
      deploy ? `every component is ready${scalersOf(rollout)}` : 'nothing runs: deploy is not true',
    );
  }
  const failed = open.filter(({ state }) => state.type === 'failed');
  if (failed.length > 0) {
    return fails('Applied', REASONS.rolloutFailed, listed(failed, troubleOf));
  }
  const current = open.filter(({ wave }) => wave === rollout.wave);
  const wave = `wave ${rollout.wave} of ${waves}`;
  const troubled = current.filter((each) => troubleOf(each) !== undefined);
  if (troubled.length > 0) {
    return fails('Applied', REASONS.componentsAbnormal, `${wave}: ${listed(troubled, troubleOf)}`);
  }
  return fails(
    'Applied',
    REASONS.progressing,
    current.length === 0 ? wave : `${wave}: ${listed(current, troubleOf)}`,
  );
}

/** Condition Applied of a rollout that is complete, but for rules that are refused; undefined where none is. */
export function refusedVerdict(refused: readonly RefusedRule[]): Verdict | undefined {
  const texts = refused.map(({ name, reason, message }) => `GatewayRule ${name}: ${reason}: ${message}`);
  return refused.length === 0
    ? undefined
    : fails('Applied', REASONS.ruleRefused, firstFew(texts, NAMED, '; '));
}

/** Condition Applied of a rollout that is complete, but for fields that others change whenever Stoa corrects them. */
export function contestedVerdict(contested: readonly ContestedObject[]): Verdict | undefined {
  const texts = contested.map(({ object, fields, by }) => `${object}: ${by} changes ${fields}`);
  return contested.length === 0
    ? undefined
    : fails(
        'Applied',
        REASONS.fieldsContested,
        `${firstFew(texts, NAMED, '; ')}, which Stoa has corrected before; Stoa tries again after a pause`,
      );
}

/** Text on the components whose number of replicas another client holds; empty if there is none. */
function scalersOf({ components }: Rollout): string {
  const texts = components.flatMap(({ component, scaledBy }) =>
    scaledBy === undefined ? [] : [`${scaledBy} sets the replicas of ${component.name}`],
  );
  return texts.length === 0 ? '' : `; ${firstFew(texts, NAMED, '; ')}`;
}

function listed(open: readonly ComponentProgress[], troubleOf: TroubleOf): string {
  const texts = open.map((each) => `${each.component.name}: ${whyOf(each, troubleOf)}`);
  return firstFew(texts, NAMED, '; ');
}

function whyOf(progress: ComponentProgress, troubleOf: TroubleOf): string {
  const { state } = progress;
  const why = state.type === 'progressing' || state.type === 'failed' ? state.why : 'is being applied';
  const trouble = troubleOf(progress);
  return trouble === undefined ? why : `${why} (${trouble})`;
}
