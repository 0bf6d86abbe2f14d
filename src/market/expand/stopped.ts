import type { ObjectDraft } from '../../kube/object.ts';
import type { Wanted } from './expansion.ts';

/** A label that no node has. */
const NOWHERE = { 'stoa.dev/stopped': 'true' };

/** The same workload without pods; whatever is no workload stays as it is. */
export function asStopped(wanted: Wanted): Wanted {
  const spec = stoppedSpec(wanted.resource.kind, wanted.draft.spec as SpecOfWorkload);
  return spec === undefined ? wanted : { ...wanted, draft: { ...wanted.draft, spec } as ObjectDraft };
}

/** As far as it must be known to stop it. */
interface SpecOfWorkload {
  readonly template?: { readonly spec?: { readonly nodeSelector?: object } };
}

function stoppedSpec(kind: string, spec: SpecOfWorkload): object | undefined {
  switch (kind) {
    case 'Deployment':
    case 'StatefulSet':
      return { ...spec, replicas: 0 };
    case 'Job':
    case 'CronJob':
      return { ...spec, suspend: true };
    case 'DaemonSet': {
      const pod = spec.template?.spec;
      const nodeSelector = { ...pod?.nodeSelector, ...NOWHERE };
      return { ...spec, template: { ...spec.template, spec: { ...pod, nodeSelector } } };
    }
    default:
      return undefined;
  }
}
