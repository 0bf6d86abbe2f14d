import { memoize } from '../base/memo.ts';
import type { Capabilities } from '../chart/rendering.ts';
import type { KubeClient } from '../kube/client.ts';
import { type DiscoveredGroup, readGroups } from '../kube/discovery.ts';

/** Milliseconds for which charts see the same version and kinds; a new kind is there for them after that. */
const MAX_AGE_MS = 10_000;

/** Reader of the cluster as charts see it, whose answers are some seconds old at most. It throws KubeError. */
export function capabilitiesForCharts(client: KubeClient): () => Promise<Capabilities> {
  return memoize(() => readCapabilities(client), MAX_AGE_MS);
}

async function readCapabilities(client: KubeClient): Promise<Capabilities> {
  const [{ gitVersion }, core, groups] = await Promise.all([
    client.read<{ readonly gitVersion: string }>('/version', { accept: 'application/json' }),
    readGroups(client, '/api'),
    readGroups(client, '/apis'),
  ]);
  const served = [...core, ...groups].flatMap(versionsOf);
  return { kubeVersion: gitVersion, apiVersions: [...new Set(served)].toSorted() };
}

function versionsOf({ metadata: { name = '' }, versions = [] }: DiscoveredGroup): string[] {
  return versions.flatMap(({ version, resources = [] }) => {
    const apiVersion = name === '' ? version : `${name}/${version}`;
    return [apiVersion, ...resources.flatMap(({ responseKind }) => kindOf(apiVersion, responseKind?.kind))];
  });
}

function kindOf(apiVersion: string, kind: string | undefined): string[] {
  return kind === undefined || kind === '' ? [] : [`${apiVersion}/${kind}`];
}
