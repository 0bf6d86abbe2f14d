import type { Condition, Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds, unknown } from '../../api/verdict.ts';
import type { FieldClaim } from '../../engines/claims.ts';
import { fieldNameIn, type UnsupportedField } from './expressed.ts';
import type { PolicyFields } from './policies.ts';
import type { RouteShortcomings } from './report.ts';

const TYPE = 'FullyExpressed';

/** Beginnings of the parts of a message that name fields. */
const LOST = 'not, or not exactly, in effect: ';
const WAITS = 'waits for the engine: ';
const UNTOLD = 'the engine does not tell whether these are in effect: ';

/** Knowledge of the fields of a rule that may not be in effect. */
interface Expression {
  readonly fields: readonly UnsupportedField[];
  /** Shortcomings of the routes of the rule, as the engine tells. */
  readonly routes: RouteShortcomings;
  /** Fields whose policies the engine has not taken. */
  readonly policies?: PolicyFields;
  /** Word of an engine without a dialect on other fields. */
  readonly claims?: readonly FieldClaim[];
}

const NO_POLICIES: PolicyFields = { refused: [], pending: [] };

/**
 * The condition FullyExpressed: whether every field of a rule is in effect; it names each that is not, and why, and
 * those of which the engine only claims it, or does not tell.
 */
export function expressedVerdict({
  fields,
  routes,
  policies = NO_POLICIES,
  claims = [],
}: Expression): Verdict {
  const parts: readonly Part[] = [
    {
      verdict: (message) => fails(TYPE, REASONS.fieldsNotExpressed, message),
      heading: LOST,
      texts: [
        ...[...fields, ...policies.refused].map(textOf),
        ...routes.ignored,
        ...claims.flatMap(deniedText),
      ],
    },
    {
      verdict: (message) => fails(TYPE, REASONS.routesOverlap, message),
      heading: '',
      texts: routes.overlaps,
    },
    {
      verdict: (message) => unknown(TYPE, REASONS.pending, message),
      heading: WAITS,
      texts: policies.pending.map(textOf),
    },
    {
      verdict: (message) => unknown(TYPE, REASONS.fieldsNotTold, message),
      heading: UNTOLD,
      texts: claims.flatMap((claim) => (claim.type === 'not-told' ? textOf(claim) : [])),
    },
  ];
  const present = parts.filter(({ texts }) => texts.length > 0);
  const message = present
    .map(({ heading, texts }) => `${heading}${[...new Set(texts)].join('; ')}`)
    .join('; ');
  return present[0]?.verdict(message) ?? inEffect(claims);
}

/** Part of the message of the condition; the first one that has texts decides on the condition. */
interface Part {
  readonly verdict: (message: string) => Verdict;
  readonly heading: string;
  readonly texts: readonly string[];
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

function deniedText(claim: FieldClaim): readonly string[] {
  return claim.type === 'not-claimed'
    ? [textOf({ field: claim.field, why: `${claim.engine} does not claim ${claim.feature}` })]
    : [];
}

function textOf({ field, why }: { readonly field: string; readonly why: string }): string {
  return `spec.${field}: ${why}`;
}

const lostByCondition = new WeakMap<object, ReadonlySet<string>>();

/** Names of the fields that a stored condition FullyExpressed reports as not, or not exactly, in effect. */
export function lostFields(condition: Pick<Condition, 'status' | 'message'>): ReadonlySet<string> {
  const known = lostByCondition.get(condition);
  if (known !== undefined) {
    return known;
  }
  const { status, message } = condition;
  const isTold = status === 'False' && message.startsWith(LOST);
  const [lost = ''] = isTold ? message.split(`; ${WAITS}`) : [];
  const [told = ''] = lost.split(`; ${UNTOLD}`);
  const texts = told.split(/[:;] spec\./).slice(1);
  const fields = new Set(texts.flatMap((text) => fieldNameIn(text) ?? []));
  lostByCondition.set(condition, fields);
  return fields;
}
