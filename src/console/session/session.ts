import { useSyncExternalStore } from 'react';

/** Sign-in of this tab. */
export interface Session {
  /** Token of the cluster, which is sent with each request. */
  readonly token: string;
  /** Whether the API has refused the token: what is open stays, and a dialog asks for another one. */
  readonly isExpired: boolean;
}

/** Place of the token: it ends with the tab. */
const KEY = 'stoa.session';

const listeners = new Set<() => void>();
let session = restored();

function restored(): Session | undefined {
  const token = sessionStorage.getItem(KEY);
  return token === null ? undefined : { token, isExpired: false };
}

function set(next: Session | undefined): void {
  session = next;
  next === undefined ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, next.token);
  for (const listener of listeners) {
    listener();
  }
}

/** The present sign-in; undefined where there is none. */
export function presentSession(): Session | undefined {
  return session;
}

/** Signs in with a token, also again. */
export function signIn(token: string): void {
  set({ token: token.trim().replace(/^bearer\s+/i, ''), isExpired: false });
}

/** Signs out: the tab forgets the token. */
export function signOut(): void {
  set(undefined);
}

/** Marks a token as refused, unless another one is in place already. */
export function expire(token: string): void {
  if (session?.token === token && !session.isExpired) {
    set({ token, isExpired: true });
  }
}

/** The sign-in of this tab, as state of a component. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );
}
