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

/**
 * Identity of an install: the value of the label `stoa.dev/install-uid` on its objects. It is the uid of the install, or of
 * the one that it was restored from. A status that another client has restored says nothing of it.
 */
export function installId({ metadata: { uid }, status }: Pick<MarketInstall, 'metadata' | 'status'>): string {
  const { identity } = status ?? {};
  return identity?.uid === uid ? identity.id : uid;
}

/** Values of that label by which objects belong to an install: its identity, and its uid from before it was restored. */
export function installIds(install: Pick<MarketInstall, 'metadata' | 'status'>): readonly string[] {
  return [...new Set([installId(install), install.metadata.uid])];
}

/** Field manager of the finalizer of installs: an apply of the status would otherwise give the finalizer up. */
export const FINALIZER_MANAGER = 'stoa-market-finalizer';

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
