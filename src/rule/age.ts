import type { GatewayRule } from '../objects/stoa.ts';

/**
 * Orders rules by age, the oldest first. Of two that were made in the same second the uid decides, so that
 * every reader everywhere names the same winner.
 */
export function byAge(a: GatewayRule, b: GatewayRule): number {
  return ageKey(a) < ageKey(b) ? -1 : 1;
}

function ageKey({ metadata }: GatewayRule): string {
  return `${metadata.creationTimestamp} ${metadata.uid}`;
}
