import { LABELS } from '../../api/group.ts';
import { fieldsOf } from '../../base/fields.ts';
import { SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { GATEWAY_RULES } from '../../objects/stoa.ts';
import { isWorkloadKind } from '../../workload/kinds.ts';
import { listOf, type PlannedPods, textOrJson } from './pods.ts';
import { type Power, power } from './power.ts';

/** Ports that are open outside of the cluster: by rules of the gateway, by Services, and on nodes. */
export function* ports(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): Iterable<Power> {
  const names = componentNames(objects);
  yield* objects.flatMap((each) => ofRule(each, names));
  for (const each of objects) {
    yield* ofService(each);
  }
  for (const each of pods) {
    yield* onNode(each);
  }
}

/** Names of workloads by the ids of their components. */
function componentNames(objects: readonly PlannedObject[]): ReadonlyMap<string, string> {
  const workloads = objects.filter(({ resource }) => isWorkloadKind(resource.kind));
  return new Map(
    workloads.map(({ draft: { metadata } }) => [metadata.labels?.[LABELS.componentId] ?? '', metadata.name]),
  );
}

function ofRule({ resource, draft }: PlannedObject, names: ReadonlyMap<string, string>): readonly Power[] {
  if (resource !== GATEWAY_RULES) {
    return [];
  }
  const { http, tcp } = fieldsOf(draft.spec);
  const { serviceId, serviceName, containerPort } = fieldsOf(http ?? tcp);
  const { domainName, domainPath } = fieldsOf(http);
  const { ip, port } = fieldsOf(fieldsOf(tcp).endPoint);
  const from =
    http === undefined
      ? `${textOrJson(ip)}:${textOrJson(port)} (${textOrJson(fieldsOf(tcp).transport ?? 'TCP')})`
      : `${textOrJson(domainName)}${textOrJson(domainPath)}`;
  const target = textOrJson(serviceName ?? serviceId);
  return [power('ports', `${from} to port ${textOrJson(containerPort)} of ${names.get(target) ?? target}`)];
}

/** Sort of Services inside of the cluster. */
const INSIDE = 'ClusterIP';

function* ofService({ resource, draft }: PlannedObject): Iterable<Power> {
  if (resource !== SERVICES) {
    return;
  }
  const { type = INSIDE, externalIPs = [], externalName, ports: open } = fieldsOf(draft.spec);
  const { name } = draft.metadata;
  const outside = [
    ...(type === INSIDE ? [] : [textOrJson(type)]),
    ...(Array.isArray(externalIPs) ? externalIPs.map((ip) => `externalIP ${textOrJson(ip)}`) : []),
    ...(externalName === undefined ? [] : [`externalName ${textOrJson(externalName)}`]),
  ];
  const numbers = listOf(open).map((each) => `port ${textOrJson(each.port)}`);
  for (const how of outside) {
    for (const port of numbers.length === 0 ? ['no port'] : numbers) {
      yield power('ports', `Service ${name}: ${how}, ${port}`);
    }
  }
}

function* onNode({ containers }: PlannedPods): Iterable<Power> {
  for (const { image, fields } of containers) {
    const open = listOf(fields.ports).filter(({ hostPort }) => Boolean(hostPort));
    for (const { hostPort, hostIP = '0.0.0.0', protocol = 'TCP' } of open) {
      const port = `${textOrJson(hostIP)}:${textOrJson(hostPort)} (${textOrJson(protocol)})`;
      yield power('ports', `${image}: ${port} of its node`);
    }
  }
}
