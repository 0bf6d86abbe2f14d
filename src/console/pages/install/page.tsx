import type { ReactElement } from 'react';

/** Page of a install. */
export function Page(): ReactElement {
  return <p>install</p>;
}
