import { fieldsOf } from '../../base/fields.ts';
import type { PlannedContainer, PlannedPods } from './pods.ts';
import { type Power, power } from './power.ts';

/** Programs that run as root, or may: as the user of an image that nobody here knows, or by gaining rights. */
export function root(pods: readonly PlannedPods[]): readonly Power[] {
  return pods.flatMap((each) =>
    each.containers.flatMap((container) => [
      ...(mayBeRoot(each, container) ? [power('root', `${container.image} may run as root`)] : []),
      ...(mayGainRights(container) ? [power('root', `${container.image} may gain rights`)] : []),
    ]),
  );
}

function mayBeRoot({ spec }: PlannedPods, { fields }: PlannedContainer): boolean {
  const context = { ...fieldsOf(spec.securityContext), ...fieldsOf(fields.securityContext) };
  const { runAsUser, runAsNonRoot } = context;
  return typeof runAsUser === 'number' ? runAsUser === 0 : runAsNonRoot !== true;
}

function mayGainRights({ fields }: PlannedContainer): boolean {
  return fieldsOf(fields.securityContext).allowPrivilegeEscalation !== false;
}
