/** How often something may happen: `burst` times at once, and `perSecond` times in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** How often it may still happen, as of a moment in milliseconds. */
export interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** A bucket as it is `now`: it fills up with time. A new one is full. */
export function filled(bucket: Bucket | undefined, { burst, perSecond }: Rate, now: number): Bucket {
  const { left, at } = bucket ?? { left: burst, at: now };
  return { left: Math.min(burst, left + ((now - at) / 1000) * perSecond), at: now };
}

/** Whole seconds until it may happen once more; 0 where it may now. */
export function secondsToWait({ left }: Bucket, { perSecond }: Rate): number {
  return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
}
