import { inParallel } from '../../base/parallel.ts';
import { tryRead } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import { clusterResource, namespacedResource, type Resource } from '../../kube/resource.ts';
import type { ControllerConfig } from '../../migrate/config.ts';
import { dataTexts, type Ingress, ingressObjects, type Objects } from '../../migrate/ingress.ts';
import { PREFIX } from '../../migrate/row.ts';
import { CONFIG_MAPS } from '../../objects/core.ts';
import type { Connection } from '../connect.ts';
import { Refused } from '../failure.ts';
import { documentsIn, readText } from '../file.ts';

/** Place of Ingresses, and of the configuration of their controller. */
export interface Source {
  /** Path, or `-` for the standard input; undefined for the cluster. */
  readonly file: string | undefined;
  readonly everywhere: boolean;
  /** Path, or `namespace/name`. */
  readonly config: string | undefined;
}

/** Objects to migrate. */
export interface Input {
  readonly objects: Objects;
  readonly config: ControllerConfig;
}

const INGRESSES: Resource<KubeObject> = namespacedResource('networking.k8s.io/v1', 'Ingress', 'ingresses');
const INGRESS_CLASSES: Resource<KubeObject> = clusterResource(
  'networking.k8s.io/v1',
  'IngressClass',
  'ingressclasses',
);

/** Objects of a file or of the cluster. Throws Refused and KubeError. */
export async function readInput(
  source: Source,
  namespace: string | undefined,
  connection: Connection | undefined,
): Promise<Input> {
  const objects =
    source.file === undefined
      ? await readCluster(connected(connection), source.everywhere)
      : inNamespace(ingressObjects(documentsIn(await readText(source.file))), namespace);
  const config = source.config === undefined ? {} : await readConfig(source.config, connection);
  return { objects, config };
}

function connected(connection: Connection | undefined): Connection {
  if (connection === undefined) {
    throw new Refused('no cluster is connected: name a file by -f');
  }
  return connection;
}

/** Objects of a file, of which those without a namespace are in this one. */
function inNamespace(objects: Objects, namespace: string | undefined): Objects {
  const placed = (ingress: Ingress): Ingress => ({
    ...ingress,
    metadata: { ...ingress.metadata, namespace: ingress.metadata.namespace ?? namespace },
  });
  const of = ({ metadata }: Ingress) => namespace === undefined || metadata.namespace === namespace;
  return { ...objects, ingresses: objects.ingresses.map(placed).filter(of) };
}

async function readCluster({ client, namespace }: Connection, everywhere: boolean): Promise<Objects> {
  const ingresses = await client.list(INGRESSES, everywhere ? {} : { namespace });
  const classes = await tryRead(client.list(INGRESS_CLASSES));
  const kinds = [
    ...ingresses.map((object) => ({ ...object, kind: 'Ingress' })),
    ...(classes.type === 'found' ? classes.value.map((each) => ({ ...each, kind: 'IngressClass' })) : []),
  ];
  const objects = ingressObjects(kinds);
  const keys = [...new Set(objects.ingresses.flatMap(configMapOf))];
  const found = await inParallel(keys, async (key) => {
    const [of = '', name = ''] = key.split('/');
    const read = await tryRead(client.get(CONFIG_MAPS, { namespace: of, name }));
    return read.type === 'found' ? [[key, dataTexts(read.value.data)] as const] : [];
  });
  return { ...objects, configMaps: new Map(found.flat()) };
}

/** ConfigMap that an Ingress names, `namespace/name`. */
function configMapOf({ metadata }: Ingress): readonly string[] {
  const name = metadata.annotations?.[`${PREFIX}custom-headers`];
  if (name === undefined) {
    return [];
  }
  return [name.includes('/') ? name : `${metadata.namespace}/${name}`];
}

async function readConfig(config: string, connection: Connection | undefined): Promise<ControllerConfig> {
  if (connection !== undefined && isName(config)) {
    const [namespace = '', name = ''] = config.split('/');
    return dataTexts((await connection.client.get(CONFIG_MAPS, { namespace, name })).data);
  }
  const [data, ...others] = [...ingressObjects(documentsIn(await readText(config))).configMaps.values()];
  if (data === undefined || others.length > 0) {
    throw new Refused(`--config: ${config} must have one ConfigMap`);
  }
  return data;
}

/** Whether a text names a ConfigMap, `namespace/name`, and no file. */
export function isName(config: string): boolean {
  return /^[a-z0-9][-a-z0-9]*\/[a-z0-9][-a-z0-9.]*$/.test(config) && !/\.ya?ml$|\.json$/.test(config);
}
