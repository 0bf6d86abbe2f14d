import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { Failure, Waiting } from '../parts/states.tsx';
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
  useEffect(() => {
    // Nothing of one caller is shown to the next.
    if (token === undefined) {
      queries.clear();
    } else {
      void queries.invalidateQueries();
    }
  }, [token]);
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
