import { inParallel } from '../../base/parallel.ts';
import { tryRead } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import { clusterResource, namespacedResource, type Resource } from '../../kube/resource.ts';
import type { ControllerConfig } from '../../migrate/config.ts';
import { dataTexts, type Ingress, ingressObjects, type Objects } from '../../migrate/ingress.ts';
import { PREFIX } from '../../migrate/row.ts';
import { CONFIG_MAPS, SECRETS } from '../../objects/core.ts';
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
  /** Words on objects that could not be read. */
  readonly notes: readonly string[];
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
  const { objects, notes } =
    source.file === undefined
      ? await readCluster(connected(connection), source.everywhere)
      : {
          objects: inNamespace(ingressObjects(documentsIn(await readText(source.file))), namespace),
          notes: [],
        };
  const config = source.config === undefined ? {} : await readConfig(source.config, connection);
  return { objects, config, notes };
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
  return { ...objects, ingresses: objects.ingresses.map(placed), only: namespace };
}

/** Word on Ingresses that the user may not read. */
const UNSEEN =
  'Ingresses of other namespaces may not be read: where one has a host of these too, its certificate and its guards hold for all paths of the host there, and are not looked at here';

/** Ingresses of a namespace, with those of others that may have the same hosts, as far as the user may read them. */
async function readCluster(
  { client, namespace }: Connection,
  everywhere: boolean,
): Promise<Pick<Input, 'objects' | 'notes'>> {
  const all = await tryRead(client.list(INGRESSES));
  if (all.type !== 'found' && everywhere) {
    throw new Refused('the Ingresses of all namespaces may not be read: name one by -n');
  }
  const ingresses = all.type === 'found' ? all.value : await client.list(INGRESSES, { namespace });
  const classes = await tryRead(client.list(INGRESS_CLASSES));
  const kinds = [
    ...ingresses.map((object) => ({ ...object, kind: 'Ingress' })),
    ...(classes.type === 'found' ? classes.value.map((each) => ({ ...each, kind: 'IngressClass' })) : []),
  ];
  const objects = ingressObjects(kinds);
  const only = everywhere ? undefined : namespace;
  const own = objects.ingresses.filter(({ metadata }) => only === undefined || metadata.namespace === only);
  const configMaps = new Map(
    await readAll([...new Set(own.flatMap(configMapOf))], (place) =>
      client.get(CONFIG_MAPS, place).then(({ data }) => dataTexts(data)),
    ),
  );
  const secrets = await readAll([...new Set(objects.ingresses.flatMap(secretsOf))], (place) =>
    client.get(SECRETS, place),
  );
  const { certificates } = ingressObjects(secrets.map(([, secret]) => ({ ...secret, kind: 'Secret' })));
  return {
    objects: { ...objects, configMaps, certificates, only },
    notes: all.type === 'found' ? [] : [UNSEEN],
  };
}

/** Objects by `namespace/name`, of which those that are missing or may not be read are left out. */
async function readAll<T>(
  keys: readonly string[],
  read: (place: { readonly namespace: string; readonly name: string }) => Promise<T>,
): Promise<readonly (readonly [key: string, value: T])[]> {
  const found = await inParallel(keys, async (key) => {
    const [namespace = '', name = ''] = key.split('/');
    const result = await tryRead(read({ namespace, name }));
    return result.type === 'found' ? [[key, result.value] as const] : [];
  });
  return found.flat();
}

/** Secrets whose certificates tell for which hosts they are, where the Ingress does not. */
function secretsOf({ metadata, spec: { tls, rules } }: Ingress): readonly string[] {
  const named = new Set(tls.flatMap(({ hosts }) => hosts.map((host) => host.toLowerCase())));
  return rules.every(({ host }) => named.has(host))
    ? []
    : tls.flatMap(({ secretName }) => (secretName ? [`${metadata.namespace}/${secretName}`] : []));
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
