import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import { resolveBackend } from '../../component/backend.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Service } from '../../objects/core.ts';
import { managerOf } from '../../objects/managed.ts';
import type { Application, GatewayRule } from '../../objects/stoa.ts';
import { isListed, isOpen } from '../../rule/open.ts';

/** Request to open or close a port of a component. */
export interface PortRequest {
  readonly type: 'open' | 'close';
  /** Id or alias of the component. */
  readonly component: string;
  readonly port: number;
  /** Name or id of the component's application; needed where several applications have such a component. */
  readonly application: string | undefined;
}

/** Applications of a namespace and all that decides on their open ports. */
export interface ObservedPorts {
  readonly namespace: string;
  readonly applications: readonly Application[];
  /** Services with the labels of a component. */
  readonly services: readonly Service[];
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
  const backend = resolveBackend(component.services, request.port);
  if (backend.type !== 'resolved') {
    const ports = backend.type === 'no-port' ? backend.ports.join(', ') : '';
    return refused(`component ${component.id} has no port ${request.port}; it has ${ports || 'none'}`);
  }
  const open = isOpen(request.port, component.rules, component.services);
  if (request.type === 'open') {
    return open ? openAlready(component, request.port) : opening(component, request.port, backend.service);
  }
  return open
    ? closing(component, request.port)
    : nothing(`port ${request.port} of component ${component.id} is closed already`);
}

/** The component of a request. */
interface TargetComponent {
  readonly id: string;
  readonly services: readonly Service[];
  /** Rules that lead to the component. */
  readonly rules: readonly GatewayRule[];
}

type FoundComponent =
  | { readonly type: 'found'; readonly component: TargetComponent }
  | Extract<PortDecision, { type: 'refused' }>;

function findComponent(
  { namespace, applications, services, rules }: ObservedPorts,
  request: PortRequest,
): FoundComponent {
  const wanted = applications.filter(
    ({ metadata, spec }) =>
      request.application === undefined ||
      metadata.name === request.application ||
      String(spec.id) === request.application,
  );
  if (request.application !== undefined && wanted.length === 0) {
    return refused(`--app: the namespace ${namespace} has no application ${request.application}`);
  }
  const ids = wanted.map(({ spec }) => String(spec.id));
  const inApplications = services.filter(({ metadata }) =>
    ids.includes(metadata.labels?.[LABELS.appId] ?? ''),
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
  const toIt = rules.filter(
    ({ spec }) => String(spec.appId) === first.metadata.labels?.[LABELS.appId] && targetOf(spec) === id,
  );
  return { type: 'found', component: { id, services: own, rules: toIt } };
}

function idOf({ metadata }: Service): string {
  return metadata.labels?.[LABELS.componentId] ?? '';
}

function keyOf(service: Service): string {
  return `${service.metadata.labels?.[LABELS.appId]} ${idOf(service)}`;
}

function targetOf({ http, tcp }: GatewayRule['spec']): string | undefined {
  return (http ?? tcp)?.serviceId;
}

function openAlready({ id, services, rules }: TargetComponent, port: number): PortDecision {
  const by = [
    ...rules
      .filter(({ spec }) => spec.tcp?.containerPort === port)
      .map(({ metadata }) => `the TCP rule ${metadata.name}`),
    ...httpRules(rules, port)
      .filter(({ spec }) => spec.http?.whetherOpen)
      .map(({ metadata }) => `whetherOpen of the rule ${metadata.name}`),
    ...listing(services, port).map(
      ({ metadata }) => `the annotation ${ANNOTATIONS.outerPorts} of the Service ${metadata.name}`,
    ),
  ];
  return nothing(`port ${port} of component ${id} is open already, by ${by.join(' and ')}`);
}

function opening({ id, services, rules }: TargetComponent, port: number, name: string): PortDecision {
  const leading = httpRules(rules, port);
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
        changes: free.map((each) => toService(each as Service, (ports) => [...ports, String(port)])),
        remark: `${remark}, and no rule leads to it yet: create a GatewayRule`,
      };
}

function closing({ id, services, rules }: TargetComponent, port: number): PortDecision {
  const tcp = rules.filter(({ spec }) => spec.tcp?.containerPort === port);
  if (tcp.length > 0) {
    const names = tcp.map(({ metadata }) => metadata.name).join(' ');
    return refused(`a TCP rule opens its port for as long as it exists: kubectl delete gr ${names}`);
  }
  const opened = httpRules(rules, port).filter(({ spec }) => spec.http?.whetherOpen);
  const listed = listing(services, port);
  const keepers = [...opened, ...listed].filter((each) => keeperOf(each) !== undefined);
  if (keepers.length > 0) {
    return refused(keepers.map(kept).join('; '));
  }
  const left = httpRules(rules, port).map(({ metadata }) => metadata.name);
  const stays =
    left.length === 0 ? '' : `; what leads to it stays, and carries nothing until then: ${left.join(', ')}`;
  return {
    type: 'change',
    changes: [
      ...opened.map(toRule(false)),
      ...listed.map((each) => toService(each, (ports) => ports.filter((text) => text !== String(port)))),
    ],
    remark: `port ${port} of component ${id} is closed until you open it again${stays}`,
  };
}

function httpRules(rules: readonly GatewayRule[], port: number): GatewayRule[] {
  return rules.filter(({ spec }) => spec.http?.containerPort === port);
}

function listing(services: readonly Service[], port: number): Service[] {
  return services.filter((each) => isListed(port, [each]));
}

function toRule(whetherOpen: boolean) {
  return (rule: GatewayRule): PortChange => ({ type: 'rule', rule, whetherOpen });
}

function toService(service: Service, edit: (ports: readonly string[]) => readonly string[]): PortChange {
  const before = (service.metadata.annotations?.[ANNOTATIONS.outerPorts] ?? '')
    .split(',')
    .map((text) => text.trim());
  const ports = edit(before.filter((text) => text !== '')).join(',');
  return { type: 'service', service, ports: ports === '' ? undefined : ports };
}

/** Manager that would undo a change of an object; undefined where there is none. */
function keeperOf(object: KubeObject): string | undefined {
  const install = object.metadata.ownerReferences?.find(
    ({ uid }) => uid === object.metadata.labels?.[LABELS.install],
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
