import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../../../api/policy.ts';
import { objectOf, type Rendered } from '../../object.ts';
import type { ListenerGroup } from '../group.ts';
import { referenceToRoute } from '../parts.ts';
import { RATE_LIMITS } from './resources.ts';

type RateLimit = NonNullable<Policy['rateLimit']>;

/** The limit of a route, which has no rule with another one. */
export function rateLimits(group: ListenerGroup): readonly Rendered[] {
  const limit = commonLimit(group);
  const rate = limit && rateOf(limit);
  if (limit === undefined || rate === undefined) {
    return [];
  }
  const { requests, burst = requests, by = 'rule' } = limit;
  // A key that is the same for all requests; nginx counts none whose key is empty.
  const key = by === 'client' ? '$binary_remote_addr' : 'rule';
  const rules = [{ key, rate, burst: burst - 1, noDelay: true }];
  const rateLimit = { local: { rules }, rejectCode: 429 };
  return [objectOf(group, RATE_LIMITS, { targetRefs: [referenceToRoute(group)], rateLimit })];
}

/** The limit that all branches have. */
export function commonLimit({ branches }: ListenerGroup): RateLimit | undefined {
  const [first, ...others] = branches.map(({ policy }) => policy.rateLimit);
  return others.every((other) => isDeepStrictEqual(other, first)) ? first : undefined;
}

/** Rate as nginx counts it, by the second or by the minute; undefined where it is neither. */
export function rateOf({ requests, per }: RateLimit): string | undefined {
  switch (per) {
    case 'second':
      return `${requests}r/s`;
    case 'minute':
      return `${requests}r/m`;
    case 'hour':
      return requests % 60 === 0 ? `${requests / 60}r/m` : undefined;
  }
}
