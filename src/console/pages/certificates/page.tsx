import type { ReactElement } from 'react';

/** Page of a certificates. */
export function Page(): ReactElement {
  return <p>certificates</p>;
}
