/** Session that ends. */
interface Ending {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Milliseconds before the end of a token in which the next one is asked for; at most half its life. */
const EARLY_MS = 60_000;

/** Shortest time between two requests for a token, in milliseconds. */
const RETRY_MS = 10_000;

/** Longest timer of browsers. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Renewal of a session, and who gets each next one; undefined at its end. */
interface Renewal<Session extends Ending> {
  readonly renew: (session: Session) => Promise<Session | undefined>;
  readonly onSession: (session: Session | undefined) => void;
}

/** Renews a session before each end of its token, until the issuer gives no more or `signal` aborts. */
export async function keepRenewed<Session extends Ending>(
  first: Session,
  { renew, onSession }: Renewal<Session>,
  signal: AbortSignal,
): Promise<void> {
  for (let session = first, least = 0; !signal.aborted; least = RETRY_MS) {
    // A clock that is ahead must not make each next token a reason for one more.
    await pause(Math.max(renewalDelay(session.expiresAt - Date.now()), least), signal);
    const next = await nextOf(session, renew, signal);
    if (next === undefined) {
      await pause(session.expiresAt - Date.now(), signal);
    }
    if (!signal.aborted) {
      onSession(next);
    }
    if (next === undefined) {
      return;
    }
    session = next;
  }
}

/** Milliseconds until a token that lives for another `lifeMs` is renewed. Pure. */
export function renewalDelay(lifeMs: number): number {
  return Math.min(Math.max(lifeMs - EARLY_MS, lifeMs / 2, 0), MAX_TIMER_MS);
}

/** The next session; asks again while the issuer does not answer. */
async function nextOf<Session extends Ending>(
  session: Session,
  renew: Renewal<Session>['renew'],
  signal: AbortSignal,
): Promise<Session | undefined> {
  while (!signal.aborted) {
    try {
      return await renew(session);
    } catch {
      await pause(RETRY_MS, signal);
    }
  }
  return undefined;
}

/** Resolves after a time, at once where `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = () => resolve();
  const timer = setTimeout(over, ms);
  signal.addEventListener('abort', over, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener('abort', over);
}
