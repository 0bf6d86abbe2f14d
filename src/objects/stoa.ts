import { type ApplicationSpec, type ApplicationStatus, application } from '../api/application.ts';
import { type GatewayRuleSpec, type GatewayRuleStatus, gatewayRule } from '../api/gatewayrule.ts';
import { API_VERSION } from '../api/group.ts';
import type { KindDefinition } from '../api/kind.ts';
import { type MarketInstallSpec, type MarketInstallStatus, marketInstall } from '../api/marketinstall.ts';
import type { KubeObject, NamespacedObject, OwnerReference } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';

/** A stored GatewayRule. */
export interface GatewayRule extends NamespacedObject {
  readonly spec: GatewayRuleSpec;
  readonly status?: GatewayRuleStatus;
}

/** A stored Application. */
export interface Application extends NamespacedObject {
  readonly spec: ApplicationSpec;
  readonly status?: ApplicationStatus;
}

/** A stored MarketInstall. */
export interface MarketInstall extends NamespacedObject {
  readonly spec: MarketInstallSpec;
  readonly status?: MarketInstallStatus;
}

/** GatewayRules. */
export const GATEWAY_RULES: Resource<GatewayRule> = resourceOf(gatewayRule);

/** Applications. */
export const APPLICATIONS: Resource<Application> = resourceOf(application);

/** MarketInstalls. */
export const MARKET_INSTALLS: Resource<MarketInstall> = resourceOf(marketInstall);

/** The head of every draft of a MarketInstall. */
export const MARKET_INSTALL_TYPE = { apiVersion: API_VERSION, kind: marketInstall.kind } as const;

/** The head of every draft of an Application. */
export const APPLICATION_TYPE = { apiVersion: API_VERSION, kind: application.kind } as const;

/** The head of every draft of a GatewayRule. */
export const GATEWAY_RULE_TYPE = { apiVersion: API_VERSION, kind: gatewayRule.kind } as const;

function resourceOf<T extends KubeObject>({ plural, kind }: KindDefinition): Resource<T> {
  return namespacedResource(API_VERSION, kind, plural);
}

/** The owners of an object that are rules. */
export function ruleOwners({ metadata }: KubeObject): readonly OwnerReference[] {
  return (metadata.ownerReferences ?? []).filter(({ kind }) => kind === GATEWAY_RULE_TYPE.kind);
}
