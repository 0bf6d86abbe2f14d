import { isDeepStrictEqual } from 'node:util';
import { ANNOTATIONS, LABELS } from '../../src/api/group.ts';
import { type Fields, isFields } from '../../src/base/fields.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { INSTALLABLE, SERVICE_MONITORS } from '../../src/objects/installable.ts';
import type { MarketInstall } from '../../src/objects/stoa.ts';
import type { BenchCluster } from '../bench/benchcluster.ts';
import { isOwnSecret } from '../faults/installrules.ts';

/** Objects of an install, by kind and name, without what another install has otherwise. */
type State = ReadonlyMap<string, unknown>;

/** Kinds that the cluster serves. */
const KINDS = INSTALLABLE.filter((resource) => resource !== SERVICE_MONITORS);

/**
 * Fields that the API server and the controllers of Kubernetes set, ids and digests that include the name of the install,
 * and the password that the chart generates.
 */
const OF_ONE: ReadonlySet<string> = new Set([
  ...['uid', 'resourceVersion', 'creationTimestamp', 'generation', 'managedFields', 'status'],
  ...['clusterIP', 'clusterIPs', 'controller-uid', 'batch.kubernetes.io/controller-uid'],
  ...['deployment.kubernetes.io/revision', LABELS.componentId, LABELS.componentAlias],
  ...[ANNOTATIONS.chartRelease, ANNOTATIONS.applied, ANNOTATIONS.template, ANNOTATIONS.envDigest],
  'password',
]);

/** Objects of an install as they are now, and its inventory. */
export async function stateOf(world: BenchCluster, install: MarketInstall): Promise<State> {
  const { metadata, status } = install;
  const inventory = (status?.inventory ?? []).map(({ kind, name }) => [
    `inventory: ${kind} ${name.replaceAll(metadata.name, 'NAME')}`,
    true,
  ]) as [string, unknown][];
  return new Map([...(await madeFor(world, install)), ...inventory]);
}

/** Objects of an install as they are now, but for the Secrets of Stoa itself. */
export async function madeFor(
  { client, namespace }: BenchCluster,
  { metadata: { name, uid } }: MarketInstall,
): Promise<State> {
  const general = (content: unknown): unknown => {
    const text = JSON.stringify(content, (key, value: unknown) => (OF_ONE.has(key) ? undefined : value));
    return JSON.parse(text.replaceAll(name, 'NAME').replaceAll(uid, 'UID'));
  };
  const labelSelector = `${LABELS.install}=${uid}`;
  const lists = KINDS.map(async (resource) => {
    const found = await client.list<KubeObject>(resource, { namespace, labelSelector });
    const objects = found.map((object) => ({ ...object, kind: resource.kind }));
    return objects
      .filter((object) => !isOwnSecret(object))
      .map(
        (object) =>
          [`${object.kind} ${object.metadata.name.replaceAll(name, 'NAME')}`, general(object)] as const,
      );
  });
  return new Map((await Promise.all(lists)).flat());
}

/** Differences of an edited install from one that was made anew, each with its place and both values. */
export function differences(edited: State, anew: State): readonly string[] {
  return [...new Set([...edited.keys(), ...anew.keys()])].flatMap((key) =>
    differencesAt(key, edited.get(key), anew.get(key)),
  );
}

function differencesAt(path: string, edited: unknown, anew: unknown): readonly string[] {
  if (isDeepStrictEqual(edited, anew)) {
    return [];
  }
  if (isFields(edited) && isFields(anew)) {
    const keys = new Set([...Object.keys(edited), ...Object.keys(anew)]);
    return [...keys].flatMap((key) => differencesAt(`${path}.${key}`, at(edited, key), at(anew, key)));
  }
  return [`${path}: ${JSON.stringify(edited)}, anew ${JSON.stringify(anew)}`];
}

function at(fields: Fields, key: string): unknown {
  return fields[key];
}
