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

/** Charts of a version, as arguments of Helm, and the values that name its image. */
export interface Version {
  readonly stoa: readonly string[];
  readonly kinds: readonly string[];
  readonly image: object;
}

/** Installs the CRDs, and Stoa, by default those of the shipment; resolves when all its pods are ready. */
export async function install(world: ShippedCluster, version = shipped(world)): Promise<void> {
  const place = [`--namespace=${RELEASE.namespace}`, '--create-namespace'];
  await world.helm('install', 'stoa-crds', ...version.kinds, ...place);
  await label(world, 'pod-security.kubernetes.io/enforce=restricted');
  await world.helm('install', ...(await chartArguments(world, version)));
}

/** Version of the shipment before its upgrade. */
function shipped({ shipment }: ShippedCluster): Version {
  const { charts, imageValues } = shipment;
  return { ...charts, image: imageValues.before };
}

/** Deploys Stoa in a version in place of another one; resolves when all pods are replaced and ready. */
export async function deploy(world: ShippedCluster, version: Version): Promise<void> {
  await world.helm('upgrade', ...(await chartArguments(world, version)));
}

/** Deploys the CRDs of a version in place of others. */
export async function deployKinds({ helm }: ShippedCluster, { kinds }: Version): Promise<void> {
  await helm('upgrade', 'stoa-crds', ...kinds, `--namespace=${RELEASE.namespace}`);
}

/** Gives the namespace of the release a label. */
export async function label({ kubectl }: ShippedCluster, text: string): Promise<void> {
  await kubectl('label', 'namespace', RELEASE.namespace, text);
}

/** Changes values of the chart; resolves when all pods are replaced and ready. */
export async function change(world: ShippedCluster, values: object): Promise<void> {
  await world.helm('upgrade', ...(await chartArguments(world, shipped(world), values)));
}

/** Ids that no image knows, as OpenShift assigns them. */
const FOREIGN_IDS = '--set=podSecurityContext.runAsUser=1000660000,podSecurityContext.runAsGroup=0';

/** Upgrades with these values, to pods with foreign ids; resolves when all pods are replaced and ready. */
export async function upgrade(world: ShippedCluster, values: object): Promise<void> {
  const version = { ...shipped(world), image: world.shipment.imageValues.after };
  await deployKinds(world, version);
  await world.helm('upgrade', ...(await chartArguments(world, version, values)), FOREIGN_IDS);
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
  { where, folder }: ShippedCluster,
  { stoa, image }: Version,
  ...values: readonly object[]
): Promise<readonly string[]> {
  const config = {
    region: REGION,
    gateway: { ...RELEASE, className: where.gatewayClass },
    market: { stores: [STORE_URL], domain: 'apps.example.com' },
  };
  const file = join(folder, 'values.json');
  await writeFile(file, JSON.stringify(Object.assign({ config }, image, ...values)));
  return [RELEASE.name, ...stoa, `--namespace=${RELEASE.namespace}`, `--values=${file}`, ...WAIT];
}
