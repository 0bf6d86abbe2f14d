import type { ReactElement } from 'react';

/** Page of an application. */
export function Page(): ReactElement {
  return <p>application</p>;
}
