import type { GatewayView, RuleGroup } from '../observed.ts';
import { type CertificatePlan, certificatePlan } from './certificate.ts';
import { type PassthroughPlan, passthroughPlan } from './passthrough.ts';
import { type PathPlan, pathPlan } from './path.ts';
import { type PortPlan, portPlan } from './port.ts';

/** Objects that ought to stand for a rule group, and what of its rules cannot be carried out. */
export type Plan = PathPlan | PortPlan | PassthroughPlan | CertificatePlan;

/** Plans the objects of a rule group. */
export function groupPlan(group: RuleGroup, gateway: GatewayView): Plan {
  switch (group.type) {
    case 'path':
      return pathPlan(group, gateway);
    case 'port':
      return portPlan(group, gateway);
    case 'passthrough':
      return passthroughPlan(group, gateway);
    case 'certificate':
      return certificatePlan(group, gateway);
  }
}
