import { fieldsOf } from '../../base/fields.ts';
import { SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { listOf, type PlannedPods, textOrJson } from './pods.ts';
import { type Power, power } from './power.ts';
import { rules } from './rules.ts';

/** Ports that are open outside of the cluster: by rules of the gateway, by Services, and on nodes. */
export function* ports(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): Iterable<Power> {
  yield* rules(objects);
  for (const each of objects) {
    yield* ofService(each);
  }
  for (const each of pods) {
    yield* onNode(each);
  }
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
