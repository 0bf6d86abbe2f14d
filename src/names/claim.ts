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
  /**
   * Resource version at which a process saw the claim come; missing where it was there before. The second in which an
   * object was made is too coarse to tell who was first.
   */
  readonly arrival?: number | undefined;
  /** Names of the certificate that is presented for a name that stands: another team that got one would end that. */
  readonly presented?: readonly Name[];
  /** Whether the name is the claim's already: it then goes before claims that wait. */
  readonly standing: boolean;
}

/** Order of claims: those that stand go before those that wait, then the first that came, then the oldest. */
export function byPrecedence(a: Claim, b: Claim): number {
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
