import type { ReactElement } from 'react';

/** Page of a component. */
export function Page(): ReactElement {
  return <p>component</p>;
}
