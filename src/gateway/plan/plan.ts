import type { GatewayView, PathGroup, RuleGroup } from '../observed.ts';
import { type BackendPlan, backendPlan } from './backend.ts';
import { type CertificatePlan, certificatePlan } from './certificate.ts';
import { type PassthroughPlan, passthroughPlan } from './passthrough.ts';
import { type PathPlan, pathPlan } from './path.ts';
import { type PortPlan, portPlan } from './port.ts';

/** Objects that ought to stand for a rule group, and what of its rules cannot be carried out. */
export type Plan = PathPlan | PortPlan | PassthroughPlan | CertificatePlan | BackendPlan;

/** Plans the objects of the groups of a rule. */
export function plansOf(groups: readonly RuleGroup[], gateway: GatewayView): readonly Plan[] {
  const paths = groups.flatMap((group) => (group.type === 'path' ? [pathPlan(group, gateway)] : []));
  const carried = new Set(
    paths.flatMap(({ contributors }) => contributors.map(({ metadata }) => metadata.uid)),
  );
  const others = groups.flatMap((group) =>
    group.type === 'path' ? [] : [otherPlan(group, gateway, carried)],
  );
  return [...paths, ...others];
}

/** Plan of a group that carries no requests by a path. */
function otherPlan(
  group: Exclude<RuleGroup, PathGroup>,
  gateway: GatewayView,
  carried: ReadonlySet<string>,
): Plan {
  switch (group.type) {
    case 'port':
      return portPlan(group, gateway);
    case 'passthrough':
      return passthroughPlan(group, gateway);
    case 'certificate':
      return certificatePlan(group, gateway);
    case 'backend':
      return backendPlan(group, gateway, carried);
  }
}
