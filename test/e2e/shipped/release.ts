import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../../deploy/local/repository.ts';
import { STORE_URL } from './market.ts';
import type { ShippedCluster } from './shippedcluster.ts';

/** The release of the chart, and its namespace. */
export const RELEASE = { name: 'stoa', namespace: 'stoa-system' } as const;

/** Name of the region. */
export const REGION = 'e2e';

const CHART = join(repository.root, 'deploy/chart');
const CRDS = join(repository.root, 'deploy/chart-crds');

const WAIT = ['--wait', '--timeout=10m'];

/** Installs the CRDs, and Stoa with that image; resolves when all its pods are ready. */
export async function install(world: ShippedCluster, image: string): Promise<void> {
  await world.helm('install', 'stoa-crds', CRDS, `--namespace=${RELEASE.namespace}`, '--create-namespace');
  await world.kubectl(
    'label',
    'namespace',
    RELEASE.namespace,
    'pod-security.kubernetes.io/enforce=restricted',
  );
  await world.helm('install', ...(await chartArguments(world, image)));
}

/** Ids that no image knows, as OpenShift assigns them. */
const FOREIGN_IDS = '--set=podSecurityContext.runAsUser=1000660000,podSecurityContext.runAsGroup=0';

/** Upgrades to that image, whose pods run with foreign ids; resolves when all pods are replaced and ready. */
export async function upgrade(world: ShippedCluster, image: string): Promise<void> {
  await world.helm('upgrade', 'stoa-crds', CRDS, `--namespace=${RELEASE.namespace}`);
  await world.helm('upgrade', ...(await chartArguments(world, image)), FOREIGN_IDS);
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

async function chartArguments({ where, folder }: ShippedCluster, image: string): Promise<readonly string[]> {
  const [repository, tag] = image.split(':');
  const values = {
    config: {
      region: REGION,
      gateway: { ...RELEASE, className: where.gatewayClass },
      market: { stores: [STORE_URL], domain: 'apps.example.com' },
    },
    image: { repository, tag },
  };
  const file = join(folder, 'values.json');
  await writeFile(file, JSON.stringify(values));
  return [RELEASE.name, CHART, `--namespace=${RELEASE.namespace}`, `--values=${file}`, ...WAIT];
}
