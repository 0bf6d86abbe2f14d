import type { Name } from './name.ts';

/** Want of a namespace for a name, by a rule or a route of others. */
export interface Claim {
  /** Unique; of a rule its key, `namespace/name`. */
  readonly id: string;
  /** Kind and key of the object that makes it, as text. */
  readonly source: string;
  readonly namespace: string;
  readonly name: Name;
  /** Creation and uid, by which the older of two claims comes first. */
  readonly age: string;
  /** Whether the name is the claim's already: it then goes before claims that wait. */
  readonly standing: boolean;
}

/** Order of claims: those that stand go before those that wait, then the oldest first. */
export function byPrecedence(a: Claim, b: Claim): number {
  if (a.standing !== b.standing) {
    return a.standing ? -1 : 1;
  }
  return a.age < b.age ? -1 : 1;
}
