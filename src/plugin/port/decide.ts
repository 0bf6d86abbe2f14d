import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import { resolveBackend } from '../../component/backend.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Service } from '../../objects/core.ts';
import { managerOf } from '../../objects/managed.ts';
import type { Application, GatewayRule } from '../../objects/stoa.ts';
import { isListed, isOpen } from '../../rule/open.ts';

/** What is to be opened or closed. */
export interface Wish {
  readonly type: 'open' | 'close';
  /** Id or alias of the component. */
  readonly component: string;
  readonly port: number;
  /** Name or id of its application, where the user named one. */
  readonly application: string | undefined;
}

/** What there is in the namespace. */
export interface Observed {
  readonly namespace: string;
  readonly applications: readonly Application[];
  /** Those that carry the labels of a component. */
  readonly services: readonly Service[];
  readonly rules: readonly GatewayRule[];
}

/** One thing to write. */
export type Change =
  | { readonly type: 'rule'; readonly rule: GatewayRule; readonly whetherOpen: boolean }
  /** `ports` is the new value of the annotation stoa.dev/outer-ports; without one, it goes. */
  | { readonly type: 'service'; readonly service: Service; readonly ports: string | undefined };

/** What comes of a wish; `remark` is for the user. */
export type Decision =
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'nothing-to-do'; readonly remark: string }
  | { readonly type: 'change'; readonly changes: readonly Change[]; readonly remark: string };

/**
 * What opens or closes a port of a component (docs/kubectl.md): `whetherOpen` of the rules that lead to it, and
 * where there is no such rule, the annotation of its Service. Rules stay where they are. Pure.
 */
export function decide(observed: Observed, wish: Wish): Decision {
  const found = findComponent(observed, wish);
  if (found.type === 'refused') {
    return found;
  }
  const { component } = found;
  const backend = resolveBackend(component.services, wish.port);
  if (backend.type !== 'resolved') {
    const ports = backend.type === 'no-port' ? backend.ports.join(', ') : '';
    return refused(`component ${component.id} has no port ${wish.port}; it has ${ports || 'none'}`);
  }
  const open = isOpen(wish.port, component.rules, component.services);
  if (wish.type === 'open') {
    return open ? openAlready(component, wish.port) : opening(component, wish.port, backend.service);
  }
  return open
    ? closing(component, wish.port)
    : nothing(`port ${wish.port} of component ${component.id} is closed already`);
}

/** A component of one application. */
interface Component {
  readonly id: string;
  readonly services: readonly Service[];
  /** All that lead to the component. */
  readonly rules: readonly GatewayRule[];
}

type Found =
  | { readonly type: 'found'; readonly component: Component }
  | Extract<Decision, { type: 'refused' }>;

function findComponent({ namespace, applications, services, rules }: Observed, wish: Wish): Found {
  const wanted = applications.filter(
    ({ metadata, spec }) =>
      wish.application === undefined ||
      metadata.name === wish.application ||
      String(spec.id) === wish.application,
  );
  if (wish.application !== undefined && wanted.length === 0) {
    return refused(`--app: the namespace ${namespace} has no application ${wish.application}`);
  }
  const ids = wanted.map(({ spec }) => String(spec.id));
  const inApplications = services.filter(({ metadata }) =>
    ids.includes(metadata.labels?.[LABELS.appId] ?? ''),
  );
  const own = inApplications.filter(({ metadata }) =>
    [LABELS.componentId, LABELS.componentAlias].some((label) => metadata.labels?.[label] === wish.component),
  );
  const [first] = own;
  if (first === undefined) {
    const known = [...new Set(inApplications.map(idOf))].join(', ');
    return refused(
      `no Service in the namespace ${namespace} is of a component ${wish.component}; there are ${known || 'none'}`,
    );
  }
  if (own.some((each) => keyOf(each) !== keyOf(first))) {
    return refused(`there are several components ${wish.component}: name the application by --app`);
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

function openAlready({ id, services, rules }: Component, port: number): Decision {
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

function opening({ id, services, rules }: Component, port: number, name: string): Decision {
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

function closing({ id, services, rules }: Component, port: number): Decision {
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
  return (rule: GatewayRule): Change => ({ type: 'rule', rule, whetherOpen });
}

function toService(service: Service, edit: (ports: readonly string[]) => readonly string[]): Change {
  const before = (service.metadata.annotations?.[ANNOTATIONS.outerPorts] ?? '')
    .split(',')
    .map((text) => text.trim());
  const ports = edit(before.filter((text) => text !== '')).join(',');
  return { type: 'service', service, ports: ports === '' ? undefined : ports };
}

/** Who would undo a change of an object; undefined where nobody would. */
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

function refused(message: string): Extract<Decision, { type: 'refused' }> {
  return { type: 'refused', message };
}

function nothing(remark: string): Decision {
  return { type: 'nothing-to-do', remark };
}
