import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_INSTALL, EXAMPLE_NAMESPACE } from '../../../deploy/local/cluster/examples.ts';
import { repository } from '../../../deploy/local/repository.ts';
import { LABELS } from '../../../src/api/group.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import { MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import { until } from '../until.ts';
import { objectsIn } from './example.ts';
import { ECHO_IMAGE, STORE_MAIN } from './images.ts';
import type { ShippedCluster } from './shippedcluster.ts';
import { CHARTS_FOLDER, CHARTS_MOUNT, chartsMap, chartsVolume } from './storecharts.ts';

/** The store of the example, in its namespace. */
const STORE = { name: 'store', port: 18_030 };

/** File of the example's model. */
const MODEL_FILE = `${EXAMPLE_INSTALL.model}.json`;

/** ConfigMap with the models of the store. */
const MODELS = 'models';

/** URL of the store. */
export const STORE_URL = `http://${STORE.name}.${EXAMPLE_NAMESPACE}:${STORE.port}`;

/** Timeout in milliseconds for the start of a store and of the installed components. */
const TIMEOUT_MS = 300_000;

interface Install extends ObjectDraft {
  readonly spec: { readonly market: object };
}

/** The example's install, its store, and its model. */
export function marketObjects(): readonly ObjectDraft[] {
  const installs = objectsIn(repository.exampleInstall) as readonly Install[];
  return [
    chartsMap(),
    models({ [MODEL_FILE]: readFileSync(join(repository.models[0], MODEL_FILE), 'utf8') }),
    ...storeObjects(),
    ...installs.map(({ spec, ...rest }) => ({
      ...rest,
      spec: { ...spec, market: { ...spec.market, url: STORE_URL } },
    })),
  ];
}

/** Objects of the store. */
function storeObjects(): readonly ObjectDraft[] {
  const { name, port } = STORE;
  const metadata = { name, namespace: EXAMPLE_NAMESPACE };
  const container = {
    name,
    image: ECHO_IMAGE,
    command: ['/usr/local/bin/node', STORE_MAIN],
    env: [
      { name: 'STORE_LISTEN', value: `0.0.0.0:${port}` },
      { name: 'STORE_MODELS', value: '/models' },
      { name: 'STORE_CHARTS', value: CHARTS_FOLDER },
    ],
    readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
    volumeMounts: [{ name: MODELS, mountPath: '/models' }, CHARTS_MOUNT],
  };
  const volumes = [{ name: MODELS, configMap: { name: MODELS } }, chartsVolume()];
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [container], volumes } };
  const spec = { selector: { matchLabels: labels }, template };
  return [
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec },
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports: [{ port }] } },
  ];
}

function models(data: Readonly<Record<string, string>>): ObjectDraft {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: MODELS, namespace: EXAMPLE_NAMESPACE },
    data,
  };
}

/** Waits until the example's install is Ready. */
export function installReady({ client }: ShippedCluster): Promise<void> {
  const complaints = async () => {
    const installs = await client.list(MARKET_INSTALLS, { namespace: EXAMPLE_NAMESPACE });
    const readies = installs.map(({ status }) => status?.conditions?.find(({ type }) => type === 'Ready'));
    const waiting = readies.filter((ready) => ready?.status !== 'True');
    return readies.length === 0 ? ['there is none'] : waiting.map((ready) => ready?.message ?? 'no status');
  };
  return until('the install is Ready', complaints, TIMEOUT_MS);
}

/** The workloads of installs, as `<resource>/<name>`. */
export async function installed({ kubectl }: ShippedCluster): Promise<readonly string[]> {
  const place = [`--namespace=${EXAMPLE_NAMESPACE}`, `--selector=${LABELS.install}`];
  const names = await kubectl('get', 'deployments', ...place, '--output=name');
  return names.split('\n').filter((name) => name !== '');
}

/** Throws if a finalizer blocks an install. */
export async function expectNoFinalizer({ client }: ShippedCluster): Promise<void> {
  const installs = await client.list(MARKET_INSTALLS, { namespace: EXAMPLE_NAMESPACE });
  const held = installs.filter(({ metadata }) => (metadata.finalizers ?? []).length > 0);
  if (installs.length === 0 || held.length > 0) {
    throw new Error(`${held.length} of ${installs.length} installs still have a finalizer`);
  }
}
