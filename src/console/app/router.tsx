import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
} from '@tanstack/react-router';
import { type ReactElement, Suspense } from 'react';
import { lazyPage } from '../parts/lazypage.ts';
import { Failure, Waiting } from '../parts/states.tsx';
import { Shell } from './shell.tsx';

function Frame(): ReactElement {
  return (
    <Shell>
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

const root = createRootRoute({
  component: Frame,
  errorComponent: ({ error }) => <Failure error={error} />,
  notFoundComponent: () => <Failure error={new Error('There is no such page.')} />,
});

const teams = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyPage(() => import('../pages/teams/page.tsx')),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region',
  component: lazyPage(() => import('../pages/team/page.tsx')),
});

const application = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app',
  component: lazyPage(() => import('../pages/application/page.tsx')),
});

/** Router of the pages, by the part of the address behind `#`: it works below any path, and no server sees it. */
export const router = createRouter({
  routeTree: root.addChildren([teams, team, application]),
  history: createHashHistory(),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
