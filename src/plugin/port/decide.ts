import type { ComponentPortRef } from '../../api/grammar.ts';
import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import { noPortText, numberOf, resolveBackend, synonymsFor } from '../../component/backend.ts';
import { componentIn, type Exposure } from '../../component/exposure.ts';
import { exposureOfTarget, targetOfSpec } from '../../component/target.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Service } from '../../objects/core.ts';
import { managerOf } from '../../objects/managed.ts';
import { type Application, type GatewayRule, MARKET_INSTALL_TYPE } from '../../objects/stoa.ts';
import { isOpen, listedPorts } from '../../rule/open.ts';

/** Request to open or close a port of a component. */
export interface PortRequest {
  readonly type: 'open' | 'close';
  /** Id or alias of the component. */
  readonly component: string;
  readonly port: ComponentPortRef;
  /** Name or id of the component's application; needed where several applications have such a component. */
  readonly application: string | undefined;
}

/** Applications of a namespace, Services and workloads with the labels of components, and rules: all that decides on open ports. */
export interface ObservedPorts extends Exposure {
  readonly namespace: string;
  readonly applications: readonly Application[];
  readonly rules: readonly GatewayRule[];
}

/** Change of one object. */
export type PortChange =
  | { readonly type: 'rule'; readonly rule: GatewayRule; readonly whetherOpen: boolean }
  /** `ports` is the new value of the annotation stoa.dev/outer-ports; undefined removes it. */
  | { readonly type: 'service'; readonly service: Service; readonly ports: string | undefined };

/** Decision on a request; `remark` is for the user. */
export type PortDecision =
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'nothing-to-do'; readonly remark: string }
  | { readonly type: 'change'; readonly changes: readonly PortChange[]; readonly remark: string };

/**
 * Changes that open or close a port of a component (docs/kubectl.md): `whetherOpen` of the rules that lead to it, and
 * where there is no such rule, the annotation of its Service. No rule is created or deleted. Pure.
 */
export function decide(observed: ObservedPorts, request: PortRequest): PortDecision {
  const found = findComponent(observed, request);
  if (found.type === 'refused') {
    return found;
  }
  const { component } = found;
  const backend = resolveBackend(component, request.port);
  if (backend.type !== 'resolved') {
    const lacking = backend.type === 'no-port' ? backend : ({ type: 'no-port', ports: [] } as const);
    return refused(noPortText(`component ${component.id}`, `${request.port}`, lacking));
  }
  const open = isOpen(request.port, component.rules, component);
  const target = { ...component, port: request.port, synonyms: synonymsFor(component, request.port) };
  if (request.type === 'open') {
    return open ? openAlready(target) : opening(target, backend.service);
  }
  return open
    ? closing(target)
    : nothing(`port ${request.port} of component ${component.id} is closed already`);
}

/** The component of a request. */
interface TargetComponent extends Exposure {
  readonly id: string;
  /** Rules that lead to the component. */
  readonly rules: readonly GatewayRule[];
}

/** The port of a request, with all numbers and names that mean it in rules and annotations. */
interface TargetPort extends TargetComponent {
  readonly port: ComponentPortRef;
  readonly synonyms: ReadonlySet<ComponentPortRef>;
}

type FoundComponent =
  | { readonly type: 'found'; readonly component: TargetComponent }
  | Extract<PortDecision, { type: 'refused' }>;

function findComponent(
  { namespace, applications, rules, ...exposure }: ObservedPorts,
  request: PortRequest,
): FoundComponent {
  const wanted = applications.filter(
    ({ metadata, spec }) => metadata.name === request.application || String(spec.id) === request.application,
  );
  if (request.application !== undefined && wanted.length === 0) {
    return refused(`--app: the namespace ${namespace} has no application ${request.application}`);
  }
  const ids = wanted.map(({ spec }) => String(spec.id));
  // Rules need no Application, and neither do their ports.
  const inApplications = exposure.services.filter(
    (each) => request.application === undefined || ids.includes(appIdOf(each)),
  );
  const own = inApplications.filter(({ metadata }) =>
    [LABELS.componentId, LABELS.componentAlias].some(
      (label) => metadata.labels?.[label] === request.component,
    ),
  );
  const [first] = own;
  if (first === undefined) {
    const known = [...new Set(inApplications.map(idOf))].join(', ');
    return refused(
      `no Service in the namespace ${namespace} is of a component ${request.component}; there are ${known || 'none'}`,
    );
  }
  if (own.some((each) => keyOf(each) !== keyOf(first))) {
    return refused(`there are several components ${request.component}: name the application by --app`);
  }
  const id = idOf(first);
  const appId = appIdOf(first);
  const workloads = exposure.workloads.filter((each) => appIdOf(each) === appId);
  const toIt = rules.filter(({ spec }) => isTo(spec, own));
  return {
    type: 'found',
    component: { ...componentIn({ services: own, workloads }, id), id, rules: toIt },
  };
}

function appIdOf({ metadata }: KubeObject): string {
  return metadata.labels?.[LABELS.appId] ?? '';
}

function idOf({ metadata }: Service): string {
  return metadata.labels?.[LABELS.componentId] ?? '';
}

function keyOf(service: Service): string {
  return `${appIdOf(service)} ${idOf(service)}`;
}

/** Whether a rule leads to one of the Services of a component, by their labels or by the name of one. */
function isTo(spec: GatewayRule['spec'], services: readonly Service[]): boolean {
  return exposureOfTarget(targetOfSpec(spec), { services, workloads: [] }).services.length > 0;
}

function openAlready(target: TargetPort): PortDecision {
  const { id, port } = target;
  const by = [
    ...tcpRules(target).map(({ metadata }) => `the TCP rule ${metadata.name}`),
    ...httpRules(target)
      .filter(({ spec }) => spec.http?.whetherOpen !== false)
      .map(({ metadata }) => `whetherOpen of the rule ${metadata.name}`),
    ...listing(target).map(
      ({ metadata }) => `the annotation ${ANNOTATIONS.outerPorts} of the Service ${metadata.name}`,
    ),
  ];
  return nothing(`port ${port} of component ${id} is open already, by ${by.join(' and ')}`);
}

function opening(target: TargetPort, name: string): PortDecision {
  const { id, port, services } = target;
  const number = numberOf(target, port);
  const leading = httpRules(target);
  const service = services.find(({ metadata }) => metadata.name === name);
  const targets = leading.length > 0 || service === undefined ? leading : [service];
  const free = targets.filter((each) => keeperOf(each) === undefined);
  if (free.length === 0) {
    return refused(`${targets.map(kept).join('; ')}`);
  }
  const remark = `port ${port} of component ${id} is open`;
  return leading.length > 0
    ? { type: 'change', changes: leading.filter((each) => free.includes(each)).map(toRule(true)), remark }
    : {
        type: 'change',
        changes: free.map((each) => toService(each as Service, (ports) => [...ports, String(number)])),
        remark: `${remark}, and no rule leads to it yet: create a GatewayRule`,
      };
}

function closing(target: TargetPort): PortDecision {
  const { id, port, synonyms } = target;
  const tcp = tcpRules(target);
  if (tcp.length > 0) {
    const names = tcp.map(({ metadata }) => metadata.name).join(' ');
    return refused(`a TCP rule opens its port for as long as it exists: kubectl delete gr ${names}`);
  }
  const opened = httpRules(target).filter(({ spec }) => spec.http?.whetherOpen !== false);
  const listed = listing(target);
  const keepers = [...opened, ...listed].filter((each) => keeperOf(each) !== undefined);
  if (keepers.length > 0) {
    return refused(keepers.map(kept).join('; '));
  }
  const left = httpRules(target).map(({ metadata }) => metadata.name);
  const stays =
    left.length === 0 ? '' : `; what leads to it stays, and carries nothing until then: ${left.join(', ')}`;
  return {
    type: 'change',
    changes: [
      ...opened.map(toRule(false)),
      ...listed.map((each) =>
        toService(each, (ports) => ports.filter((text) => !synonyms.has(Number(text)))),
      ),
    ],
    remark: `port ${port} of component ${id} is closed until you open it again${stays}`,
  };
}

function httpRules({ rules, synonyms }: TargetPort): GatewayRule[] {
  return rules.filter(({ spec: { http } }) => http !== undefined && synonyms.has(http.containerPort));
}

function tcpRules({ rules, synonyms }: TargetPort): GatewayRule[] {
  return rules.filter(({ spec: { tcp } }) => tcp !== undefined && synonyms.has(tcp.containerPort));
}

function listing({ services, synonyms }: TargetPort): Service[] {
  return services.filter((each) => listedPorts(each).some((text) => synonyms.has(Number(text))));
}

function toRule(whetherOpen: boolean) {
  return (rule: GatewayRule): PortChange => ({ type: 'rule', rule, whetherOpen });
}

function toService(service: Service, edit: (ports: readonly string[]) => readonly string[]): PortChange {
  const ports = edit(listedPorts(service)).join(',');
  return { type: 'service', service, ports: ports === '' ? undefined : ports };
}

/** Manager that would undo a change of an object; undefined where there is none. */
function keeperOf(object: KubeObject): string | undefined {
  const install = object.metadata.ownerReferences?.find(
    ({ kind }) => kind === MARKET_INSTALL_TYPE.kind && object.metadata.labels?.[LABELS.install] !== undefined,
  );
  return managerOf(object) ?? (install === undefined ? undefined : `the install ${install.name}`);
}

function kept(object: KubeObject): string {
  const what = `the ${object.kind} ${object.metadata.name}`;
  return `${what} is kept as it is by ${keeperOf(object)}, which would undo this: change it there`;
}

function refused(message: string): Extract<PortDecision, { type: 'refused' }> {
  return { type: 'refused', message };
}

function nothing(remark: string): PortDecision {
  return { type: 'nothing-to-do', remark };
}
