import { ENGINE_BOUNDS } from '../api/bounds.ts';

const BCRYPT = /^\$2[a-z]?\$(\d{1,2})\$/;
const ROUNDS = /^\$[56]\$rounds=/;

/** Fault of a hash that takes an engine too long to check; undefined where it has none. */
export function costFault(hash: string): string | undefined {
  const { bcryptCost } = ENGINE_BOUNDS.passwords;
  const cost = Number(BCRYPT.exec(hash)?.[1] ?? 0);
  if (cost > bcryptCost) {
    return `has a hash by bcrypt of the cost ${cost}, of which the gateway pays each check: use ${bcryptCost} at most`;
  }
  return ROUNDS.test(hash)
    ? 'has a hash with a number of rounds of its own, of which the gateway pays each check: leave rounds= out'
    : undefined;
}
