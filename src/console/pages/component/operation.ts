import type { Component, Topology } from '../../api/types.ts';

/** Operation that a component can be asked for in its state. */
export function operationOf({ state }: Pick<Component, 'state'>): 'start' | 'stop' {
  return state === 'closed' || state === 'undeploy' || state === 'stopping' ? 'start' : 'stop';
}

/** Reason why nobody starts or stops a component here; empty where the caller may. */
export function whyNotOperated(
  { kind, install_id, managed_by }: Pick<Component, 'kind' | 'install_id' | 'managed_by'>,
  may: Pick<Topology['may'], 'components'>,
): string {
  if (managed_by !== '') {
    return `${managed_by} keeps this component: start, stop and change it there.`;
  }
  if (install_id !== '') {
    return 'An install made this component: its page starts and stops it.';
  }
  if (kind !== 'Deployment' && kind !== 'StatefulSet') {
    return `A ${kind} is not started or stopped here.`;
  }
  return may.components.edit ? '' : 'You may not start or stop components of this team.';
}
