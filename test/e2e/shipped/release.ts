import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../../deploy/local/repository.ts';
import { STORE_URL } from './market.ts';
import type { ShippedCluster } from './shippedcluster.ts';

/** The release of the chart, and its namespace. */
export const RELEASE = { name: 'stoa', namespace: 'stoa-system' } as const;

/** Name of the region. */
export const REGION = 'e2e';

const WAIT = ['--wait', '--timeout=10m'];

/** Installs the CRDs, and Stoa; resolves when all its pods are ready. */
export async function install(world: ShippedCluster): Promise<void> {
  const { charts, imageValues } = world.shipment;
  const place = [`--namespace=${RELEASE.namespace}`, '--create-namespace'];
  await world.helm('install', 'stoa-crds', ...charts.kinds, ...place);
  await label(world, 'pod-security.kubernetes.io/enforce=restricted');
  await world.helm('install', ...(await chartArguments(world, imageValues.before)));
}

/** Gives the namespace of the release a label. */
export async function label({ kubectl }: ShippedCluster, text: string): Promise<void> {
  await kubectl('label', 'namespace', RELEASE.namespace, text);
}

/** Changes values of the chart; resolves when all pods are replaced and ready. */
export async function change(world: ShippedCluster, values: object): Promise<void> {
  await world.helm('upgrade', ...(await chartArguments(world, world.shipment.imageValues.before, values)));
}

/** Ids that no image knows, as OpenShift assigns them. */
const FOREIGN_IDS = '--set=podSecurityContext.runAsUser=1000660000,podSecurityContext.runAsGroup=0';

/** Upgrades with these values, to pods with foreign ids; resolves when all pods are replaced and ready. */
export async function upgrade(world: ShippedCluster, values: object): Promise<void> {
  const { charts, imageValues } = world.shipment;
  await world.helm('upgrade', 'stoa-crds', ...charts.kinds, `--namespace=${RELEASE.namespace}`);
  await world.helm('upgrade', ...(await chartArguments(world, imageValues.after, values)), FOREIGN_IDS);
}

/** Runs `helm test`, whose pod asks both processes; returns the end of it. Throws where it fails. */
export async function test(world: ShippedCluster): Promise<string> {
  const output = await world.helm('test', RELEASE.name, `--namespace=${RELEASE.namespace}`);
  return output.split('\n').find((line) => line.startsWith('Phase:')) ?? '';
}

/** Uninstalls Stoa without its CRDs; resolves when its objects are gone. */
export async function uninstall(world: ShippedCluster, ...args: readonly string[]): Promise<void> {
  await world.helm('uninstall', RELEASE.name, `--namespace=${RELEASE.namespace}`, ...WAIT, ...args);
}

/**
 * Deletes the CRDs, and with them all their objects. Uninstalling their chart keeps them, to prevent accidental
 * deletion.
 */
export async function uninstallKinds(world: ShippedCluster): Promise<void> {
  await world.helm('uninstall', 'stoa-crds', `--namespace=${RELEASE.namespace}`, ...WAIT);
  await deleteKinds(world);
}

/** Deletes the CRDs after the namespace of the releases, and with it Helm's data of them, is gone. */
export async function deleteKinds({ kubectl }: ShippedCluster): Promise<void> {
  await kubectl('delete', `--filename=${repository.crds}`, '--timeout=120s');
}

async function chartArguments(
  { where, folder, shipment }: ShippedCluster,
  ...values: readonly object[]
): Promise<readonly string[]> {
  const config = {
    region: REGION,
    gateway: { ...RELEASE, className: where.gatewayClass },
    market: { stores: [STORE_URL], domain: 'apps.example.com' },
  };
  const file = join(folder, 'values.json');
  await writeFile(file, JSON.stringify(Object.assign({ config }, ...values)));
  const { charts } = shipment;
  return [RELEASE.name, ...charts.stoa, `--namespace=${RELEASE.namespace}`, `--values=${file}`, ...WAIT];
}
