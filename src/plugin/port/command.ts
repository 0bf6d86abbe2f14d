import { ANNOTATIONS, GROUP, LABELS } from '../../api/group.ts';
import type { KubeClient } from '../../kube/client.ts';
import { isFailure } from '../../kube/error.ts';
import { SERVICES } from '../../objects/core.ts';
import { APPLICATIONS, GATEWAY_RULES } from '../../objects/stoa.ts';
import type { Connection } from '../connect.ts';
import { Refused } from '../failure.ts';
import type { Command } from '../options.ts';
import { clean } from '../text/measure.ts';
import { type Change, decide, type Observed } from './decide.ts';

/** Owner of the fields that this program writes, in `metadata.managedFields`. */
const FIELD_MANAGER = 'kubectl-stoa';

/** How often all is looked at again because somebody else was faster. */
const MAX_ATTEMPTS = 5;

/** Opens or closes a port, and says what it has changed. Throws Refused where that may not be. */
export async function changePort(
  connection: Connection,
  command: Extract<Command, { type: 'open' | 'close' }>,
  output: { write(text: string): unknown },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changeOnce(connection, command, output);
    } catch (error) {
      if (!isFailure(error, 'conflict') || attempt === MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}

async function changeOnce(
  connection: Connection,
  command: Extract<Command, { type: 'open' | 'close' }>,
  output: { write(text: string): unknown },
): Promise<void> {
  const decision = decide(await observe(connection), command);
  if (decision.type === 'refused') {
    throw new Refused(decision.message);
  }
  for (const change of decision.type === 'change' ? decision.changes : []) {
    await perform(connection.client, change);
    output.write(`${inWords(change)}\n`);
  }
  output.write(`${decision.remark}\n`);
}

async function observe({ client, namespace }: Connection): Promise<Observed> {
  const [applications, services, rules] = await Promise.all([
    client.list(APPLICATIONS, { namespace }),
    client.list(SERVICES, { namespace, labelSelector: `${LABELS.appId},${LABELS.componentId}` }),
    client.list(GATEWAY_RULES, { namespace }),
  ]);
  return { namespace, applications, services, rules };
}

/** Writes one change of an object as it was read. Throws `conflict` where it is another by now. */
async function perform(client: KubeClient, change: Change): Promise<void> {
  if (change.type === 'rule') {
    const { rule, whetherOpen } = change;
    const http = { ...rule.spec.http, whetherOpen };
    await client.replace(GATEWAY_RULES, { ...rule, spec: { ...rule.spec, http } }, FIELD_MANAGER);
  } else {
    const { service, ports } = change;
    const { [ANNOTATIONS.outerPorts]: _before, ...others } = service.metadata.annotations ?? {};
    const annotations = { ...others, ...(ports === undefined ? {} : { [ANNOTATIONS.outerPorts]: ports }) };
    await client.replace(
      SERVICES,
      { ...service, metadata: { ...service.metadata, annotations } },
      FIELD_MANAGER,
    );
  }
}

function inWords(change: Change): string {
  if (change.type === 'rule') {
    const { rule, whetherOpen } = change;
    const was = rule.spec.http?.whetherOpen ?? 'not set';
    return `gatewayrule.${GROUP}/${rule.metadata.name}: spec.http.whetherOpen is ${whetherOpen} now; it was ${was}`;
  }
  const { service, ports } = change;
  const was = service.metadata.annotations?.[ANNOTATIONS.outerPorts] ?? 'not set';
  return `service/${service.metadata.name}: annotation ${ANNOTATIONS.outerPorts} is ${ports ?? 'gone'} now; it was ${clean(was)}`;
}
