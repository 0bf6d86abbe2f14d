import { type Fields, fieldAt, fieldsOf, isFields } from '../../../base/fields.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from '../../../objects/core.ts';
import {
  AUTOSCALERS,
  DISRUPTION_BUDGETS,
  NETWORK_POLICIES,
  SERVICE_MONITORS,
} from '../../../objects/installable.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../../workload/kinds.ts';

/**
 * Reason why an object of a model would reach beyond its namespace, or give rights; undefined where it does not. A
 * kind that nobody has thought about is rejected.
 */
export function escapeOf(kind: string, content: Fields): string | undefined {
  if (isWorkloadKind(kind)) {
    return escapeOfPods(fieldAt(content.spec, WORKLOAD_KINDS[kind].templatePath));
  }
  const check = CHECKS.get(kind);
  return check === undefined ? 'an install does not make objects of this kind' : check(content);
}

type Check = (content: Fields) => string | undefined;

const HARMLESS: Check = () => undefined;

/** Checks of the kinds without pods that a model may bring along. */
const CHECKS: ReadonlyMap<string, Check> = new Map([
  [SERVICES.kind, ({ spec }) => escapeOfService(fieldsOf(spec))],
  [SECRETS.kind, escapeOfSecret],
  ...[CONFIG_MAPS, SERVICE_ACCOUNTS, CLAIMS].map(({ kind }) => [kind, HARMLESS] as const),
  ...[AUTOSCALERS, DISRUPTION_BUDGETS, NETWORK_POLICIES, SERVICE_MONITORS].map(
    ({ kind }) => [kind, HARMLESS] as const,
  ),
]);

function escapeOfSecret({ type }: Fields): string | undefined {
  return type === 'kubernetes.io/service-account-token'
    ? 'it would hold the credentials of a ServiceAccount'
    : undefined;
}

function escapeOfService({ type = 'ClusterIP', externalIPs }: Fields): string | undefined {
  if (Array.isArray(externalIPs) && externalIPs.length > 0) {
    return 'externalIPs take traffic that is meant for others';
  }
  return type === 'ClusterIP'
    ? undefined
    : 'only type ClusterIP stays inside; ports are opened by gateway rules';
}

/** Fields of a pod that reach its node, each with the reason against it. */
const REACHING_OUT: Readonly<Record<string, string>> = {
  hostNetwork: 'its pods would join the network of their node',
  hostPID: 'its pods would see the processes of their node',
  hostIPC: 'its pods would see the memory of other processes on their node',
};

/** Reason why pods of a template would reach beyond their namespace; undefined where they do not. */
function escapeOfPods(template: unknown): string | undefined {
  const spec = fieldsOf(fieldsOf(template).spec);
  const reached = Object.keys(REACHING_OUT).find((name) => spec[name] !== undefined && spec[name] !== false);
  if (reached !== undefined) {
    return REACHING_OUT[reached];
  }
  if (mapsOf(spec.volumes).some(({ hostPath }) => hostPath !== undefined)) {
    return 'its pods would read files of their node';
  }
  const containers = [spec.containers, spec.initContainers, spec.ephemeralContainers].flatMap(mapsOf);
  return containers.map(escapeOfContainer).find((why) => why !== undefined);
}

function escapeOfContainer({ ports, securityContext, volumeMounts }: Fields): string | undefined {
  const { privileged, capabilities, procMount } = fieldsOf(securityContext);
  if (privileged === true || procMount !== undefined) {
    return 'a privileged container has all rights on its node';
  }
  const { add } = fieldsOf(capabilities);
  if (Array.isArray(add) && add.some(isWide)) {
    return 'a container must not have more capabilities than usual';
  }
  if (mapsOf(ports).some(({ hostPort }) => hostPort !== undefined)) {
    return 'its pods would take a port of their node';
  }
  return mapsOf(volumeMounts).some(({ mountPropagation }) => mountPropagation === 'Bidirectional')
    ? 'its pods would mount volumes into their node'
    : undefined;
}

function isWide(capability: unknown): boolean {
  return capability !== 'NET_BIND_SERVICE';
}

function mapsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
