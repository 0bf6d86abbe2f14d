import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
} from '@tanstack/react-router';
import { type ReactElement, Suspense } from 'react';
import { viewOfSearch } from '../pages/application/views.ts';
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

const certificates = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/certificates',
  component: lazyPage(() => import('../pages/certificates/page.tsx')),
});

const application = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app',
  validateSearch: viewOfSearch,
  component: lazyPage(() => import('../pages/application/page.tsx')),
});

const events = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app/events',
  component: lazyPage(() => import('../pages/events/page.tsx')),
});

const component = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app/components/$component',
  component: lazyPage(() => import('../pages/component/page.tsx')),
});

const newRule = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app/rules/new',
  validateSearch: targetOfSearch,
  component: lazyPage(() => import('../pages/ruleform/page.tsx')),
});

/** Component and port that a new rule is for, where the page that led there knows them. */
function targetOfSearch({ component, port }: Readonly<Record<string, unknown>>): {
  readonly component?: string;
  readonly port?: number;
} {
  return {
    ...(component === undefined ? {} : { component: String(component) }),
    ...(typeof port === 'number' ? { port } : {}),
  };
}

const rule = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app/rules/$rule',
  component: lazyPage(() => import('../pages/rule/page.tsx')),
});

const editRule = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app/rules/$rule/edit',
  component: lazyPage(() => import('../pages/ruleform/page.tsx')),
});

const newInstall = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app/installs/new',
  component: lazyPage(() => import('../pages/installform/page.tsx')),
});

const install = createRoute({
  getParentRoute: () => root,
  path: '/teams/$team/$region/apps/$app/installs/$install',
  component: lazyPage(() => import('../pages/install/page.tsx')),
});

/** Router of the pages, by the part of the address behind `#`: it works below any path, and no server sees it. */
export const router = createRouter({
  routeTree: root.addChildren([
    teams,
    team,
    certificates,
    application,
    events,
    component,
    newRule,
    rule,
    editRule,
    newInstall,
    install,
  ]),
  history: createHashHistory(),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
