import type { GatewayRule } from '../../src/objects/stoa.ts';

/** Version of a rule that was written while the gateway was stopped. */
export interface Unserved {
  readonly uid: string;
  readonly generation: number;
  /** Version of the object just before the gateway went on. */
  readonly until: bigint;
}

/** Versions of rules that were written between two lists. */
export function writtenSince(
  before: readonly GatewayRule[],
  now: readonly GatewayRule[],
): readonly Unserved[] {
  const known = new Map(before.map(({ metadata }) => [metadata.uid, metadata.generation]));
  return now
    .filter(({ metadata }) => metadata.generation !== known.get(metadata.uid))
    .map(({ metadata: { uid, generation = 1, resourceVersion } }) => {
      return { uid, generation, until: BigInt(resourceVersion) };
    });
}

/** False claims in published versions of rules: that a version is served, or ready, which a stopped gateway cannot serve. */
export function falseClaims(
  published: readonly GatewayRule[],
  unserved: readonly Unserved[],
): readonly string[] {
  return unserved.flatMap(({ uid, generation, until }) =>
    published
      .filter(({ metadata }) => metadata.uid === uid && BigInt(metadata.resourceVersion) <= until)
      .flatMap((rule) => claimsOf(rule, generation)),
  );
}

function claimsOf({ metadata: { name }, status }: GatewayRule, generation: number): readonly string[] {
  return (status?.conditions ?? [])
    .filter(({ type }) => type === 'Serving' || type === 'Ready')
    .filter(({ status: is, observedGeneration }) => is === 'True' && observedGeneration === generation)
    .map(({ type }) => `rule ${name} says ${type} for generation ${generation} while the gateway is stopped`);
}
