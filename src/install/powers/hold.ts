import { timestamp } from '../../api/condition.ts';
import { POWERS_FORM, type RecordedPower } from '../../api/powers.ts';
import { REASONS } from '../../api/reason.ts';
import { clipped, firstFew } from '../../base/text.ts';
import { maskOf } from '../../objects/mask.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { namesAll } from '../inventory.ts';
import type { Plan } from '../plan/plan.ts';
import { isGivenUp, isRecorded } from '../state.ts';
import type { StatusFields } from '../status/status.ts';
import { type StatusDraft, stalled } from '../status/verdicts.ts';
import { held } from '../upgrade/history.ts';
import { powerText } from './lines.ts';
import { alsoMasked, areAll, gained, type Power, powerId } from './power.ts';

/** Most powers that a message names. */
const NAMED = 3;

/** Most characters of the reason for which an upgrade is held. */
const MAX_HELD = 2_000;

/**
 * Reason for which nothing of a plan may be made; undefined where it may be. Compared is what was recorded last, be it
 * in place or not: the first version has nothing to be compared with, and an upgrade that was given up goes back to
 * what was in place. Pure.
 */
export function holdOf(install: MarketInstall, plan: Plan): string | undefined {
  const { spec, status = {} } = install;
  const { allow, approved } = spec.upgrade ?? {};
  const isCompared = allow === 'same-powers' && status.recorded !== undefined && !isGivenUp(install);
  if (!isCompared || (knownPowers(install) === undefined && isRecordedWhole(install, plan))) {
    return undefined;
  }
  const { version, digest } = plan.template;
  if (!areAll(plan.powers)) {
    return `version ${version} has more powers than Stoa compares: to let it in, set spec.upgrade.allow to all`;
  }
  const id = powerId(digest, plan.powers);
  const problem = approved === id ? undefined : problemOf(install, plan);
  return (
    problem && `${problem}: to approve all powers of version ${version}, set spec.upgrade.approved to ${id}`
  );
}

/** Reason for which the powers of a plan are not the same; undefined where they are. */
function problemOf(install: MarketInstall, plan: Plan): string | undefined {
  const { version } = plan.template;
  if (knownPowers(install) === undefined) {
    const why =
      install.status?.powers === undefined
        ? ''
        : ': another release of Stoa has recorded them in other words';
    return `the powers of what is in place are not known${why}, so that version ${version} may gain some`;
  }
  const more = gainsOf(install, plan).map((each) => `${each.topic}: ${powerText(each)}`);
  return more.length === 0 ? undefined : `version ${version} gains powers (${firstFew(more, NAMED, '; ')})`;
}

/** Powers of a plan that what was recorded last does not have, as far as it is known; none of a first version. Pure. */
export function gainsOf(install: MarketInstall, { powers, confidential }: Plan): readonly Power[] {
  const before = knownPowers(install) ?? [];
  return install.status?.recorded === undefined
    ? []
    : gained(powers, alsoMasked(before, maskOf(confidential)));
}

/** Powers of what was recorded last; undefined where they are not known, or only in words that say something else. */
function knownPowers({ status = {} }: MarketInstall): readonly RecordedPower[] | undefined {
  return status.powersForm === POWERS_FORM ? status.powers : undefined;
}

/**
 * Whether an install has all of a plan in place already, made with the same values: its powers are then those that are
 * recorded next, also by a release of Stoa that sees more of them than the one before.
 */
export function isRecordedWhole(install: MarketInstall, plan: Plan): boolean {
  const { inventory = [], recordedValues } = install.status ?? {};
  return (
    isRecorded(install, plan.template) && recordedValues === plan.valuesDigest && namesAll(inventory, plan)
  );
}

/** Decision on a plan of which nothing may be made. */
type HoldDecision = {
  /** Whether the version before is kept in place, or nothing is written until the spec changes. */
  readonly type: 'keep-before' | 'leave';
  readonly draft: StatusDraft;
  readonly fields: StatusFields;
};

/**
 * Decides what becomes of an install whose plan is held. The version before is kept in place, unless the spec also has
 * other values or overrides than those that it was recorded with: with these, it would be changed. Pure.
 */
export function decideHold(install: MarketInstall, { template }: Plan, why: string, now: Date): HoldDecision {
  const { metadata, status = {} } = install;
  const { serving, history = [] } = status;
  const draft = stalled('Applied', REASONS.powersGained, why);
  if (serving === undefined || serving.digest === template.digest || !isRecorded(install, serving)) {
    return { type: 'leave', draft, fields: {} };
  }
  const upgrade = {
    generation: metadata.generation ?? 1,
    startedAt: timestamp(now),
    held: clipped(why, MAX_HELD),
  };
  return { type: 'keep-before', draft, fields: { upgrade, history: held(history, template, now) } };
}
