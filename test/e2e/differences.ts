/** Where Stoa reads a case in another way than the case says, and why. */
export type Difference = { readonly case: string; readonly why: string } & (
  | { readonly of: 'value'; readonly value: unknown; readonly ours: 'accept' | 'reject' }
  | {
      readonly of: 'pairs';
      readonly value: string;
      readonly ours: 'reject' | Readonly<Record<string, string>>;
    }
);

const HOST_CASE = 'host names do not distinguish case, so a name in capitals is taken and kept in lower case';
const PAIR_ERROR =
  'a condition that is dropped would let in more requests than the rule says: it is an error';

/** All of them; a case that is not named here is read as it is. */
export const DIFFERENCES: readonly Difference[] = [
  ...['A', 'A.a', 'a.B.c.d.e'].map(
    (value) => ({ case: 'domain-syntax', of: 'value', value, ours: 'accept', why: HOST_CASE }) as const,
  ),
  {
    case: 'header-name-syntax',
    of: 'value',
    value: '#a#',
    ours: 'accept',
    why: 'RFC 9110 and the Gateway API allow # in the name of a header',
  },
  {
    case: 'pair-syntax',
    of: 'pairs',
    value: 'ck1=cv1;broken;=x;y=',
    ours: 'reject',
    why: PAIR_ERROR,
  },
  { case: 'pair-syntax', of: 'pairs', value: 'ck1:cv1', ours: 'reject', why: PAIR_ERROR },
  {
    case: 'pair-syntax',
    of: 'pairs',
    value: 'ck1=a=b',
    ours: { ck1: 'a=b' },
    why: 'the value of a cookie may hold =, as base64 does; cutting it off would match other cookies',
  },
];

/** The differences of one case. */
export function differencesOf(name: string): readonly Difference[] {
  return DIFFERENCES.filter((difference) => difference.case === name);
}
