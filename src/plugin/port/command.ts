import { ANNOTATIONS, GROUP, LABELS } from '../../api/group.ts';
import { present } from '../../base/fields.ts';
import { adopts } from '../../component/adoption.ts';
import type { Exposure } from '../../component/exposure.ts';
import { asStored } from '../../component/member.ts';
import { readAdopted, readNamingWorkloads } from '../../component/readworkloads.ts';
import type { KubeClient } from '../../kube/client.ts';
import { SERVICES } from '../../objects/core.ts';
import { APPLICATIONS, GATEWAY_RULES } from '../../objects/stoa.ts';
import { readComponentPort } from '../componentport.ts';
import { type Connection, withConnection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { type CommandLine, type PLACE_OPTIONS, type Place, placeOf, UsageError } from '../options.ts';
import { retried } from '../retry.ts';
import { plainLine } from '../text/line.ts';
import type { Session, Verb } from '../verb.ts';
import { decide, type ObservedPorts, type PortChange, type PortRequest } from './decide.ts';

type PortOption = (typeof PLACE_OPTIONS)[number] | 'app';

/** `open` and `close`: open or close a port of a component to the outside. */
export function portVerb(type: PortRequest['type']): Verb<PortOption, Place & PortRequest> {
  return {
    parse: (line) => parsePort(type, line),
    async run(request, session) {
      await withConnection(request, (connection) => changePort(connection, request, session));
      return 0;
    },
  };
}

function parsePort(type: PortRequest['type'], line: CommandLine<PortOption>): Place & PortRequest {
  const [component, text, ...more] = line.words;
  if (component === undefined || text === undefined || more.length > 0) {
    throw new UsageError(
      `${type} takes a component and the number or name of a port, such as: kubectl stoa ${type} web 8080`,
    );
  }
  const port = readComponentPort('port', text);
  return { ...placeOf(line), type, component, port, application: line.text('app') };
}

/** Field manager of this program's writes. */
const FIELD_MANAGER = 'kubectl-stoa';

/** Opens or closes a port, and reports the changes. Throws Refused where the change is not possible. */
function changePort(connection: Connection, request: PortRequest, session: Session): Promise<void> {
  return retried(() => changeOnce(connection, request, session));
}

async function changeOnce(connection: Connection, request: PortRequest, { output }: Session): Promise<void> {
  const decision = decide(await observe(connection), request);
  if (decision.type === 'refused') {
    throw new Refused(decision.message);
  }
  for (const change of decision.type === 'change' ? decision.changes : []) {
    await perform(connection.client, change);
    output.write(`${plainLine(inWords(change))}\n`);
  }
  output.write(`${plainLine(decision.remark)}\n`);
}

async function observe({ client, namespace }: Connection): Promise<ObservedPorts> {
  const [applications, rules] = await Promise.all([
    client.list(APPLICATIONS, { namespace }),
    client.list(GATEWAY_RULES, { namespace }),
  ]);
  const exposure = applications.some(adopts)
    ? await readAdopted(client, namespace)
    : await readLabelled(client, namespace);
  return { namespace, applications, rules, ...exposure };
}

async function readLabelled(client: KubeClient, namespace: string): Promise<Exposure> {
  const where = { namespace, labelSelector: `${LABELS.appId},${LABELS.componentId}` };
  const services = await client.list(SERVICES, where);
  return { services, workloads: await readNamingWorkloads(client, where, services) };
}

/** Writes a change of an object as it was read. Throws KubeError, `conflict` where the object has changed since. */
async function perform(client: KubeClient, change: PortChange): Promise<void> {
  if (change.type === 'rule') {
    const { rule, whetherOpen } = change;
    const http = { ...rule.spec.http, whetherOpen };
    await client.replace(GATEWAY_RULES, { ...rule, spec: { ...rule.spec, http } }, FIELD_MANAGER);
  } else {
    const { ports } = change;
    const service = asStored(change.service);
    const { [ANNOTATIONS.outerPorts]: _before, ...others } = service.metadata.annotations ?? {};
    const annotations = { ...others, ...present({ [ANNOTATIONS.outerPorts]: ports }) };
    await client.replace(
      SERVICES,
      { ...service, metadata: { ...service.metadata, annotations } },
      FIELD_MANAGER,
    );
  }
}

function inWords(change: PortChange): string {
  if (change.type === 'rule') {
    const { rule, whetherOpen } = change;
    const was = rule.spec.http?.whetherOpen ?? 'not set';
    return `gatewayrule.${GROUP}/${rule.metadata.name}: spec.http.whetherOpen is ${whetherOpen} now; it was ${was}`;
  }
  const { service, ports } = change;
  const was = service.metadata.annotations?.[ANNOTATIONS.outerPorts] ?? 'not set';
  return `service/${service.metadata.name}: annotation ${ANNOTATIONS.outerPorts} is ${ports ?? 'gone'} now; it was ${was}`;
}
