import type { ReactElement } from 'react';

/** Page of a events. */
export function Page(): ReactElement {
  return <p>events</p>;
}
