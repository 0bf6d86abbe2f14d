import type { KubeClient } from '../../../src/kube/client.ts';
import { ignoreNotFound } from '../../../src/kube/error.ts';
import { CONFIG_MAPS, SECRETS } from '../../../src/objects/core.ts';
import type { StartablePod, Texts } from './startable.ts';

/** Names of the Secrets and ConfigMaps to which the containers and volumes of a pod refer. */
export function referencesOf({ spec }: StartablePod) {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  const sources = containers.flatMap(({ envFrom = [] }) => envFrom);
  const values = containers.flatMap(({ env = [] }) => env.flatMap(({ valueFrom }) => valueFrom ?? []));
  const volumes = spec.volumes ?? [];
  const names = (found: readonly (string | undefined)[]) => [...new Set(found.flatMap((name) => name ?? []))];
  return {
    secrets: names([
      ...sources.map(({ secretRef }) => secretRef?.name),
      ...values.map(({ secretKeyRef }) => secretKeyRef?.name),
      ...volumes.map(({ secret }) => secret?.secretName),
    ]),
    configMaps: names([
      ...sources.map(({ configMapRef }) => configMapRef?.name),
      ...values.map(({ configMapKeyRef }) => configMapKeyRef?.name),
      ...volumes.map(({ configMap }) => configMap?.name),
    ]),
  };
}

/** Reads the Secrets and ConfigMaps to which a pod refers, as they are now. */
export async function readTexts(client: KubeClient, pod: StartablePod): Promise<Texts> {
  const { namespace } = pod.metadata;
  const { secrets, configMaps } = referencesOf(pod);
  const [secretTexts, configTexts] = await Promise.all([
    textsOf(secrets, async (name) => {
      const secret = await ignoreNotFound(client.get(SECRETS, { namespace, name }));
      const data = Object.entries(secret?.data ?? {});
      return Object.fromEntries(data.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
    }),
    textsOf(
      configMaps,
      async (name) => (await ignoreNotFound(client.get(CONFIG_MAPS, { namespace, name })))?.data ?? {},
    ),
  ]);
  return {
    secret: (name = '') => secretTexts.get(name) ?? {},
    configMap: (name = '') => configTexts.get(name) ?? {},
  };
}

async function textsOf(
  names: readonly string[],
  read: (name: string) => Promise<Readonly<Record<string, string>>>,
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  return new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
}
