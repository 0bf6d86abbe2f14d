import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { Failure, Waiting } from '../parts/states.tsx';
import { isSameCaller } from '../session/claims.ts';
import { returnFromIssuer } from '../session/issuer.ts';
import { useSession } from '../session/session.ts';
import { SignIn, SignInAgain } from '../session/signin.tsx';
import { router } from './router.tsx';

/** Attempts of a request that the API did not answer; refusals are final. */
const ATTEMPTS = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < ATTEMPTS && !(error instanceof ApiError && error.status < 500),
    },
  },
});

/** The console: a sign-in, and behind it the pages. `callback` is the address with which an issuer came back to it. */
export function App({ callback }: { readonly callback: string | undefined }): ReactElement {
  const session = useSession();
  const token = session?.token;
  const returning = useReturn(callback);
  useCaller(token);
  if (returning === 'waiting') {
    return <Waiting what="Signing in" />;
  }
  if (session === undefined) {
    return (
      <>
        {returning !== undefined && <Failure error={returning} />}
        <SignIn />
      </>
    );
  }
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      {session.isExpired && <SignInAgain />}
    </QueryClientProvider>
  );
}

/** Fetches again what is open when another token comes, and shows nothing of one caller to the next. */
function useCaller(token: string | undefined): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = token;
    if (token === undefined) {
      queries.clear();
    } else if (last !== undefined && last !== token) {
      void (isSameCaller(last, token) ? queries.invalidateQueries() : queries.resetQueries());
    }
  }, [token]);
}

/** State of a sign-in at an issuer: waiting, or why it failed; undefined where there is none, or it is done. */
function useReturn(callback: string | undefined): 'waiting' | Error | undefined {
  const [state, setState] = useState<'waiting' | Error | undefined>(
    callback === undefined ? undefined : 'waiting',
  );
  useEffect(() => {
    if (callback !== undefined) {
      returnOnce(callback).then(() => setState(undefined), setState);
    }
  }, [callback]);
  return state;
}

let returned: Promise<void> | undefined;

/** Completes a sign-in at an issuer, which answers to its code once. */
function returnOnce(callback: string): Promise<void> {
  returned ??= returnFromIssuer(callback);
  return returned;
}
