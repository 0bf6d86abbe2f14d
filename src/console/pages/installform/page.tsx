import type { ReactElement } from 'react';

/** Page of a installform. */
export function Page(): ReactElement {
  return <p>installform</p>;
}
