import type { GatewayRuleSpec } from '../api/gatewayrule.ts';
import { LABELS } from '../api/group.ts';
import type { NamedTarget } from '../api/target.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Service } from '../objects/core.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { componentKey, componentOf } from './backend.ts';
import type { Exposure } from './exposure.ts';

/** Target of a rule: a component of an application, or a Service, whether it has the labels of a component or not. */
export type Target =
  | { readonly type: 'component'; readonly appId: number; readonly id: string }
  | { readonly type: 'service'; readonly name: string };

/** The target that fields of a valid rule name; `appId` is that of the rule. */
export function targetOf({ serviceId, serviceName }: NamedTarget, appId: number | undefined): Target {
  // The schema has seen to it that there is one of them, and an application where it is serviceId.
  return serviceName === undefined
    ? { type: 'component', appId: appId ?? 0, id: serviceId ?? '' }
    : { type: 'service', name: serviceName };
}

/** Names of the parts of a rule, of which it has one. */
type Part = 'http' | 'tcp' | 'tls';

/** The part that a rule has. */
export function partOf({ http, tcp, tls }: Pick<GatewayRuleSpec, Part>) {
  return http ?? tcp ?? tls;
}

/** The target of a valid rule. */
export function targetOfSpec({ appId, ...spec }: Pick<GatewayRuleSpec, 'appId' | Part>): Target {
  return targetOf(partOf(spec) ?? {}, appId);
}

/** Name of the Service that a rule names; undefined where it names a component. */
export function serviceNameOf({ spec }: Pick<GatewayRule, 'spec'>): string | undefined {
  return partOf(spec)?.serviceName;
}

/** Index value under which what a target exposes, and the rules for it are found. */
export function targetKey(namespace: string, target: Target): string {
  return target.type === 'component'
    ? componentKey(namespace, target.appId, target.id)
    : serviceKey({ namespace, name: target.name });
}

/** Index value of a Service as a target: no number of an application has a colon. */
function serviceKey({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/service:${name}`;
}

/** Targets that a Service is, or is a part of, as index values. */
export function targetsOfService(service: Service): readonly string[] {
  return [...componentOf(service), serviceKey(service.metadata)];
}

/** A target as texts name it whose reader knows the application. */
export function shortTargetText(target: Target): string {
  return target.type === 'component' ? `component ${target.id}` : `Service ${target.name}`;
}

/** A target as texts name it. */
export function targetText(target: Target): string {
  return target.type === 'component'
    ? `${shortTargetText(target)} of application ${target.appId}`
    : shortTargetText(target);
}

/** Exposure of a target, among the Services and workloads of its namespace. */
export function exposureOfTarget(target: Target, { services, workloads }: Exposure): Exposure {
  if (target.type === 'component') {
    const isOfIt = (object: KubeObject) => isOfComponent(object, target);
    return { services: services.filter(isOfIt), workloads: workloads.filter(isOfIt) };
  }
  const named = services.filter(({ metadata }) => metadata.name === target.name);
  const isOfOne = (object: KubeObject) => named.some((service) => areOfOne(service, object));
  return { services: named, workloads: workloads.filter(isOfOne) };
}

/** Whether an object has the labels of a component. */
function isOfComponent(
  { metadata }: KubeObject,
  { appId, id }: Extract<Target, { type: 'component' }>,
): boolean {
  const { [LABELS.appId]: app, [LABELS.componentId]: component } = metadata.labels ?? {};
  return app === String(appId) && component === id;
}

/** Whether two objects have the labels of one component. */
function areOfOne(a: KubeObject, b: KubeObject): boolean {
  const [component] = componentOf(a);
  return component !== undefined && component === componentOf(b)[0];
}

/** Id of a target in lists of components: that of the Service's labels where it has them, else its name. */
export function idOfTarget(target: Target, services: readonly Service[]): string {
  if (target.type === 'component') {
    return target.id;
  }
  return serviceNamed(services, target.name)?.metadata.labels?.[LABELS.componentId] ?? target.name;
}

/** Services by their names: the records of an application ask for each of its rules. */
const namedServices = new WeakMap<readonly Service[], ReadonlyMap<string, Service>>();

function serviceNamed(services: readonly Service[], name: string): Service | undefined {
  const known =
    namedServices.get(services) ?? new Map(services.map((service) => [service.metadata.name, service]));
  namedServices.set(services, known);
  return known.get(name);
}

/** Number of the application that a rule belongs to: the one that it names, else the one that the operator found. */
export function applicationIdOf({ spec, status }: Pick<GatewayRule, 'spec' | 'status'>): number | undefined {
  return spec.appId ?? status?.appId;
}
