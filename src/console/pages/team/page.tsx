import type { ReactElement } from 'react';

/** Page of a team: its applications at a glance. */
export function Page(): ReactElement {
  return <p>team</p>;
}
