import type { Feature } from '../../src/engines/fields.ts';

/** A known deviation between a case and Stoa, with its reason. */
export type Difference = { readonly case: string; readonly why: string } & (
  | { readonly of: 'value'; readonly value: unknown; readonly ours: 'accept' | 'reject' }
  | {
      readonly of: 'pairs';
      readonly value: string;
      readonly ours: 'reject' | Readonly<Record<string, string>>;
    }
  /** A rule reports a feature as not fully expressed, although the engine supports it. */
  | { readonly of: 'expression'; readonly feature: Feature }
);

const PAIR_ERROR =
  'a condition that is dropped would let in more requests than the rule says: it is an error';

const TRIMMED =
  "the REST API trims texts, as the contract's original does; a custom resource with this name is invalid";

/** All known differences; every other case applies as written. */
export const DIFFERENCES: readonly Difference[] = [
  { case: 'pair-syntax', of: 'pairs', value: 'ck1=cv1;broken;=x;y=', ours: 'reject', why: PAIR_ERROR },
  { case: 'pair-syntax', of: 'pairs', value: 'ck1:cv1', ours: 'reject', why: PAIR_ERROR },
  {
    case: 'pair-syntax',
    of: 'pairs',
    value: 'ck1=a=b',
    ours: { ck1: 'a=b' },
    why: 'the value of a cookie may hold =, as base64 does; cutting it off would match other cookies',
  },
  { case: 'header-name-syntax', of: 'value', value: ' a', ours: 'accept', why: TRIMMED },
  { case: 'header-name-syntax', of: 'value', value: 'a ', ours: 'accept', why: TRIMMED },
  {
    case: 'header-before-cookie',
    of: 'expression',
    feature: 'http.domainCookie',
    why:
      'Stoa tries cookies before headers, but engines of the Gateway API try conditions on more headers first: ' +
      'two headers go before the cookies, as the case has it, and the rule for the cookies says so',
  },
];

/** The differences of one case. */
export function differencesOf(name: string): readonly Difference[] {
  return DIFFERENCES.filter((difference) => difference.case === name);
}

/** Short subject of a difference. */
export function subjectOf(difference: Difference): string {
  switch (difference.of) {
    case 'value':
    case 'pairs':
      return JSON.stringify(difference.value);
    case 'expression':
      return difference.feature;
  }
}
