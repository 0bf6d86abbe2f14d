import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AttachedCluster, attachedClusterSchema } from '../../deploy/local/cluster/clusterfile.ts';
import { hasCondition } from '../../deploy/local/cluster/condition.ts';
import { UserError } from '../../deploy/local/errors.ts';
import { dialectOf } from '../../src/engines/index.ts';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { GATEWAY_CLASSES, GATEWAYS, type Gateway } from '../../src/objects/gatewayapi.ts';
import { cli, newStateFolder } from '../cluster/support/cli.ts';
import type { Options } from './options.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

/** An existing cluster with Stoa's processes connected to it. */
export interface Attached {
  readonly stage: Stage;
  /** Versions of its parts, for people. */
  readonly versions: string;
  /** Stops Stoa's processes; the installed objects and the Gateway remain. */
  detach(): Promise<void>;
}

interface PlacedGateway extends Gateway {
  readonly status?: Gateway['status'] & { readonly addresses?: readonly { readonly value: string }[] };
}

const PLACED_GATEWAYS: Resource<PlacedGateway> = GATEWAYS as Resource<PlacedGateway>;

/** Outside the ports that the local cluster offers for TCP rules. */
const TCP_PORTS = [31_701, 31_702, 31_703];

/** Starts the operator and the REST API locally, against the cluster of the kubeconfig. */
export async function attach(options: Options): Promise<Attached> {
  const { kubeconfig, gateway, image } = options;
  if (kubeconfig !== undefined) {
    process.env.KUBECONFIG = kubeconfig;
  }
  const stateDir = await startStoa(options);
  const transport = await createTransport(loadAccess());
  const detach = async () => {
    await transport.close();
    await cli('stop', `--state-dir=${stateDir}`);
    await rm(stateDir, { recursive: true, force: true });
  };
  try {
    const file = await readFile(join(stateDir, 'cluster.json'), 'utf8');
    const cluster = attachedClusterSchema.parse(JSON.parse(file));
    const stage = await stageOn(new KubeClient(transport), cluster, gateway, image);
    const version = (await transport.call({ method: 'GET', path: '/version' })) as { gitVersion: string };
    const versions = `${stage.dialect.name} at ${stage.gateway.host}, Kubernetes ${version.gitVersion}`;
    return { stage, versions, detach };
  } catch (error) {
    await detach();
    throw error;
  }
}

/** Starts Stoa as `npm start` does; returns the folder of its state. */
async function startStoa({ gateway, gatewayClass }: Options): Promise<string> {
  const stateDir = await newStateFolder();
  const { code, stderr } = await cli(
    'start',
    '--detach',
    '--cluster=current',
    '--yes',
    `--state-dir=${stateDir}`,
    `--gateway=${gateway.namespace}/${gateway.name}`,
    ...(gatewayClass === undefined ? [] : [`--gateway-class=${gatewayClass}`]),
  );
  if (code !== 0) {
    throw new UserError(`Stoa did not start: ${stderr}`);
  }
  return stateDir;
}

/** Waits until the Gateway exists, and detects its engine and addresses. */
async function stageOn(
  client: KubeClient,
  { restUrl, region }: AttachedCluster,
  gateway: Options['gateway'],
  image: string,
): Promise<Stage> {
  await until(`the Gateway ${gateway.namespace}/${gateway.name} is programmed`, async () => {
    const found = await client.list(PLACED_GATEWAYS, { namespace: gateway.namespace });
    const ours = found.find(({ metadata }) => metadata.name === gateway.name);
    return hasCondition(ours, 'Programmed') ? [] : ['it is not'];
  });
  const { spec, status } = await client.get(PLACED_GATEWAYS, gateway);
  const { controllerName } = (await client.get(GATEWAY_CLASSES, { name: spec.gatewayClassName })).spec;
  const host = status?.addresses?.[0]?.value ?? '';
  return {
    client,
    restUrl,
    region,
    image,
    gateway: { host, httpPort: 80, httpsPort: 443, tcpPorts: TCP_PORTS },
    hasPods: true,
    isThrownAway: false,
    dialect: dialectOf(controllerName),
  };
}
