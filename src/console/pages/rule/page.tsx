import type { ReactElement } from 'react';

/** Page of a rule. */
export function Page(): ReactElement {
  return <p>rule</p>;
}
