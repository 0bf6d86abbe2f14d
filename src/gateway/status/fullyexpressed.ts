import type { Condition, Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds, unknown } from '../../api/verdict.ts';
import type { FieldClaim } from '../dialects/uses.ts';
import type { UnsupportedField } from './expressed.ts';
import { fieldNameIn } from './rulefield.ts';

const TYPE = 'FullyExpressed';

/** Beginnings of the two parts of a message. */
const LOST = 'not, or not exactly, in effect: ';
const UNTOLD = 'the engine does not tell whether these are in effect: ';

/** Knowledge of the fields of a rule that may not be in effect. */
interface Expression {
  readonly fields: readonly UnsupportedField[];
  /** Word of an engine without a dialect on other fields. */
  readonly claims?: readonly FieldClaim[];
}

/**
 * The condition FullyExpressed: whether every field of a rule is in effect; it names each that is not, and why, and
 * those of which the engine only claims it, or does not tell.
 */
export function expressedVerdict({ fields, claims = [] }: Expression): Verdict {
  const lost = [
    ...fields.map(({ field, why }) => textOf(field, why)),
    ...claims.flatMap((claim) =>
      claim.type === 'not-claimed'
        ? textOf(claim.field, `${claim.engine} does not claim ${claim.feature}`)
        : [],
    ),
  ];
  const untold = claims.flatMap((claim) => (claim.type === 'not-told' ? textOf(claim.field, claim.why) : []));
  const texts = [
    ...(lost.length === 0 ? [] : [`${LOST}${lost.join('; ')}`]),
    ...(untold.length === 0 ? [] : [`${UNTOLD}${untold.join('; ')}`]),
  ];
  if (lost.length > 0) {
    return fails(TYPE, REASONS.fieldsNotExpressed, texts.join('; '));
  }
  return untold.length > 0 ? unknown(TYPE, REASONS.fieldsNotTold, texts.join('; ')) : inEffect(claims);
}

/** Verdict on a rule of which every field is in effect, as far as its engine claims it. */
function inEffect(claims: readonly FieldClaim[]): Verdict {
  const claimed = claims.filter((claim) => claim.type === 'claimed');
  const [first] = claimed;
  const features = [...new Set(claimed.map(({ feature }) => feature))].join(', ');
  const inEffect = 'every field of the rule is in effect';
  return first === undefined
    ? holds(TYPE, REASONS.fullyExpressed, inEffect)
    : holds(TYPE, REASONS.fieldsClaimed, `${inEffect} as far as ${first.engine} claims: ${features}`);
}

function textOf(field: string, why: string): string {
  return `spec.${field}: ${why}`;
}

const lostByCondition = new WeakMap<object, ReadonlySet<string>>();

/** Names of the fields that a stored condition FullyExpressed reports as not, or not exactly, in effect. */
export function lostFields(condition: Pick<Condition, 'status' | 'message'>): ReadonlySet<string> {
  const known = lostByCondition.get(condition);
  if (known !== undefined) {
    return known;
  }
  const [lost = ''] = condition.status === 'False' ? condition.message.split(UNTOLD) : [];
  const texts = lost.split(/[:;] spec\./).slice(1);
  const fields = new Set(texts.flatMap((text) => fieldNameIn(text) ?? []));
  lostByCondition.set(condition, fields);
  return fields;
}
