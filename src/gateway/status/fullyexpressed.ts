import type { Verdict } from '../../api/condition.ts';
import { REASONS, type Reason } from '../../api/reason.ts';
import { fails, holds, unknown } from '../../api/verdict.ts';
import type { FieldClaim } from '../../engines/claims.ts';
import { fieldNameIn, type UnsupportedField } from './expressed.ts';
import type { PolicyFields } from './policies.ts';
import type { RouteShortcomings } from './report.ts';

const TYPE = 'FullyExpressed';

/** Knowledge of the fields of a rule that may not be in effect. */
interface Expression {
  readonly fields: readonly UnsupportedField[];
  /** Shortcomings of the routes of the rule, as the engine tells. */
  readonly routes: RouteShortcomings;
  /** Fields whose policies the engine has not taken. */
  readonly policies?: PolicyFields;
  /** Word of an engine without a dialect on other fields. */
  readonly claims?: readonly FieldClaim[];
  /** Sentence on a rule that opens plain HTTP beside others for HTTPS. */
  readonly beside?: string | undefined;
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
  beside,
}: Expression): Verdict {
  const denied = claims.flatMap(deniedField);
  const own = [...fields, ...policies.refused];
  const lost = new Set([...own, ...denied].map(({ field }) => field));
  const parts: readonly Part[] = [
    {
      verdict: (message) => fails(TYPE, reasonOf(own), message, [...lost]),
      heading: 'not, or not exactly, in effect: ',
      texts: [...own.map(textOf), ...routes.ignored, ...denied.map(textOf)],
    },
    {
      verdict: (message) => fails(TYPE, REASONS.routesOverlap, message),
      heading: '',
      texts: routes.overlaps,
    },
    {
      verdict: (message) => unknown(TYPE, REASONS.pending, message),
      heading: 'waits for the engine: ',
      texts: policies.pending.map(textOf),
    },
    {
      verdict: (message) => unknown(TYPE, REASONS.fieldsNotTold, message),
      heading: 'the engine does not tell whether these are in effect: ',
      texts: claims.flatMap((claim) => (claim.type === 'not-told' ? textOf(claim) : [])),
    },
  ];
  const present = parts.filter(({ texts }) => texts.length > 0);
  const texts = present.map((part) => `${part.heading}${[...new Set(part.texts)].join('; ')}`);
  const message = [...texts, ...(beside === undefined ? [] : [beside])].join('; ');
  return present[0]?.verdict(message) ?? withBeside(inEffect(claims), beside);
}

/** Reason of a rule with fields that are not in effect: that of the first which has one of its own. */
function reasonOf(fields: readonly UnsupportedField[]): Reason {
  return fields.find(({ reason }) => reason !== undefined)?.reason ?? REASONS.fieldsNotExpressed;
}

/** Verdict on a rule whose fields are all in effect, with a remark where it stands beside others for HTTPS. */
function withBeside(verdict: Verdict, beside: string | undefined): Verdict {
  return beside === undefined
    ? verdict
    : holds(TYPE, REASONS.plainBesideHttps, `${verdict.message}, but ${beside}`);
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

function deniedField(claim: FieldClaim): readonly UnsupportedField[] {
  return claim.type === 'not-claimed'
    ? [{ field: claim.field, why: `${claim.engine} does not claim ${claim.feature}` }]
    : [];
}

function textOf({ field, why }: { readonly field: string; readonly why: string }): string {
  return `spec.${field}: ${why}`;
}

/** Names of the fields that a stored condition FullyExpressed has as not, or not exactly, in effect. */
export function lostFields({ status, fields }: ConditionOnFields): ReadonlySet<string> {
  return new Set(status === 'False' ? fields?.flatMap((field) => fieldNameIn(field) ?? []) : []);
}

/** Part of a condition, or of a verdict, that tells which fields it speaks of. */
interface ConditionOnFields extends Pick<Verdict, 'status'> {
  readonly fields?: readonly string[] | undefined;
}
