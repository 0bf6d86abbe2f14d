import type { ReactElement } from 'react';

/** Page of a ruleform. */
export function Page(): ReactElement {
  return <p>ruleform</p>;
}
