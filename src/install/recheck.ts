/** Milliseconds after which an install that waits is reconciled in any case; `watches.ts` has the changes before. */
export const WAIT_MS = 300_000;

/** Milliseconds until a recheck of what is not watched: rights, quotas, the store, names of foreign objects. */
export const RECHECK_MS = 60_000;

/** Milliseconds between two looks at missing rights of an account: bindings are not watched. */
export const RIGHTS_RECHECK_MS = 10_000;

/** Milliseconds between two lookups of an access key that is missing or not bound: its Secret is in no watch. */
export const ACCESS_KEY_RECHECK_MS = 10_000;
