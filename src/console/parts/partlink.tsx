import type { ReactElement } from 'react';
import { useApplicationPlace } from '../api/place.ts';
import { PageLink } from './link.tsx';
import type { PartRef } from './part.ts';

/** Link to the page of a part of the application, in the colour of the text around it. */
export function PartLink({
  part: { kind, id },
  children,
}: {
  readonly part: PartRef;
  readonly children: ReactElement;
}): ReactElement {
  const place = useApplicationPlace();
  switch (kind) {
    case 'rule':
      return (
        <PageLink
          to="/teams/$team/$region/apps/$app/rules/$rule"
          params={{ ...place, rule: id }}
          color="inherit"
        >
          {children}
        </PageLink>
      );
    case 'install':
      return (
        <PageLink
          to="/teams/$team/$region/apps/$app/installs/$install"
          params={{ ...place, install: id }}
          color="inherit"
        >
          {children}
        </PageLink>
      );
    case 'component':
      return (
        <PageLink
          to="/teams/$team/$region/apps/$app/components/$component"
          params={{ ...place, component: id }}
          color="inherit"
        >
          {children}
        </PageLink>
      );
  }
}
