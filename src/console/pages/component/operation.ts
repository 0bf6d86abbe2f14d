import type { Component } from '../../api/types.ts';

/** Operation on a component. */
export type Operation = 'start' | 'stop';

/** Operation that a component can be asked for in its state. */
export function operationOf({ state }: Pick<Component, 'state'>): Operation {
  return state === 'closed' || state === 'undeploy' || state === 'stopping' ? 'start' : 'stop';
}

/** Reason why a component is not started or stopped here, whoever asks; empty where it is. */
export function whyNotOperated({
  kind,
  install_id,
  managed_by,
}: Pick<Component, 'kind' | 'install_id' | 'managed_by'>): string {
  if (managed_by !== '') {
    return `${managed_by} keeps this component: start, stop and change it there.`;
  }
  if (install_id !== '') {
    return 'An install made this component, and keeps it as its version says: change the install.';
  }
  return kind === 'Deployment' || kind === 'StatefulSet' ? '' : `A ${kind} is not started or stopped here.`;
}
