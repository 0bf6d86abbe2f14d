/** Rate of a token bucket: `burst` events at once, `perSecond` on average. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** A token bucket: events left, as of a time in milliseconds. */
export interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** The bucket at the time `now`: it refills with time, and a new one is full. */
export function filled(bucket: Bucket | undefined, { burst, perSecond }: Rate, now: number): Bucket {
  const { left, at } = bucket ?? { left: burst, at: now };
  return { left: Math.min(burst, left + ((now - at) / 1000) * perSecond), at: now };
}

/** Whole seconds until the next event is allowed; 0 where it is allowed now. */
export function secondsToWait({ left }: Bucket, { perSecond }: Rate): number {
  return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
}
