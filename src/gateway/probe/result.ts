/** Statuses with which guards refuse a request. */
export const REFUSALS: readonly (number | undefined)[] = [401, 403, 429];

/** Answer of one replica of the gateway to a question. */
export type Answer =
  /** It serves the version of the route that was asked for. */
  | 'served'
  /** It serves another version, or no route for the request. */
  | 'not-served'
  /** It serves the version that was asked for, and has not loaded what guards it. */
  | 'unguarded'
  /** It accepts connections and does not answer in time. */
  | 'silent'
  /** It passes calls of gRPC on, and the component answers none. */
  | 'no-calls'
  /** Its answer cannot be read as either. */
  | 'unclear'
  /** There is no connection to it. */
  | 'unreachable';

/** Result of a question to all replicas of the gateway. */
export type Result =
  | Answer
  /** Nothing says where the gateway is. */
  | 'no-address'
  /** The listener of the route does not stand yet, or no replica has its port. */
  | 'not-open'
  /** An answer of something that has never shown that it is the gateway, or that lets no question through. */
  | 'foreign';

/** Worst first: what one replica says counts for the gateway. */
const BY_WEIGHT: readonly Result[] = [
  'silent',
  'not-served',
  'unguarded',
  'no-calls',
  'unclear',
  'served',
  'foreign',
  'unreachable',
];

/**
 * Result of the answers of all replicas. A replica that has never been reached is left out where others answer: it may
 * be an address for clients elsewhere.
 */
export function probeResult(answers: readonly Result[]): Result {
  return BY_WEIGHT.find((each) => answers.includes(each)) ?? 'no-address';
}
