import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import { ApiError } from '../api/client.ts';
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

/** The console: a sign-in, and behind it the pages. */
export function App(): ReactElement {
  const session = useSession();
  const token = session?.token;
  useEffect(() => {
    // Nothing of one caller is shown to the next.
    if (token === undefined) {
      queries.clear();
    } else {
      void queries.invalidateQueries();
    }
  }, [token]);
  if (session === undefined) {
    return <SignIn />;
  }
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      {session.isExpired && <SignInAgain />}
    </QueryClientProvider>
  );
}
