import type { Name } from './name.ts';

/** Precedence of a claim or a rule among others. */
export interface Precedence {
  /** Whether the name is its own already: it then goes before those that wait. */
  readonly standing: boolean;
  /**
   * Resource version at which a process saw it come; missing where it was there before. The second in which an
   * object was made is too coarse to tell who was first.
   */
  readonly arrival?: number | undefined;
  /** Creation and uid, by which the older of two comes first. */
  readonly age: string;
}

/** Want of a namespace for a name, by a rule or a route of others. */
export interface Claim extends Precedence {
  /** Unique; of a rule its key, `namespace/name`. */
  readonly id: string;
  /** Kind and key of the object that makes it, as text. */
  readonly source: string;
  readonly namespace: string;
  readonly name: Name;
  /** Names of the certificate that is presented for a name that stands: another team that got one would end that. */
  readonly presented?: readonly Name[];
}

/** Age of what is yet to be written: younger than all. */
export const YOUNGEST = '9999-12-31T23:59:59Z';

/** The claim that a new rule of a namespace for a name would make. */
export function newClaim(namespace: string, name: Name): Claim {
  const last = { age: YOUNGEST, arrival: Infinity, standing: false };
  return { id: `${namespace}/`, source: 'a new rule', namespace, name, ...last };
}

/** Order of claims and rules: those that stand go before those that wait, then the first that came, then the oldest. */
export function byPrecedence(a: Precedence, b: Precedence): number {
  if (a.standing !== b.standing) {
    return a.standing ? -1 : 1;
  }
  const { arrival: first = 0 } = a;
  const { arrival: second = 0 } = b;
  if (first !== second) {
    return first - second;
  }
  return a.age < b.age ? -1 : 1;
}

/** Whether two claims with one id are alike in what others see of them. */
export function isSameClaim(a: Claim, b: Claim): boolean {
  const presented = [a, b].map((claim) => claim.presented?.join());
  return isSameWant(a, b) && a.standing === b.standing && presented[0] === presented[1];
}

/** Whether two claims with one id are the same want: it keeps its place then, whatever else has changed. */
export function isSameWant(a: Claim, b: Claim): boolean {
  return a.name === b.name && a.age === b.age;
}

/** Arrival at a resource version, which counts up (Kubernetes 1.35); missing where an API server has others. */
export function arrivalAt(resourceVersion: string): number | undefined {
  return /^\d{1,15}$/.test(resourceVersion) ? Number(resourceVersion) : undefined;
}
