import type { Config } from './config.ts';
import { servingOf } from './gateway/serving.ts';
import type { KubeClient } from './kube/client.ts';
import { type Discovery, discover } from './kube/discovery.ts';
import { missingRights } from './kube/permissions.ts';
import { INSTALLED } from './objects/installed.ts';
import { type OperatorNeeds, readingPermissions } from './permissions.ts';

/** What decides on what is followed and written. */
export interface Ground {
  /** What the API server serves. */
  readonly discovery: Discovery;
  /** What comes of that. */
  readonly needs: OperatorNeeds;
  /** The namespaces that are followed; undefined where it is the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  /** Those that should be followed too, and cannot be. */
  readonly leftOut: readonly string[];
}

/**
 * Finds out what the API server serves and, of the namespaces that are named, which may be read whole: who saw
 * half of one would take the rest for gone. Throws KubeError.
 */
export async function survey(
  client: KubeClient,
  { gateway, operator }: Pick<Config, 'gateway' | 'operator'>,
  stop?: AbortSignal,
): Promise<Ground> {
  const discovery = await discover(client, stop);
  const serving = servingOf(discovery);
  const kinds = INSTALLED.filter((kind) => kind.group === '' || discovery.serves(kind));
  const needs = { serving, kinds, gateway, operator };
  const names = operator.watchNamespaces;
  if (names.length === 0) {
    return { discovery, needs, namespaces: undefined, leftOut: [] };
  }
  const missing = await missingRights(client, readingPermissions(needs));
  const closed = new Set(missing.map(({ namespace }) => namespace));
  return {
    discovery,
    needs,
    namespaces: names.filter((name) => !closed.has(name)),
    leftOut: names.filter((name) => closed.has(name)),
  };
}

/** Whether the same is followed and written on both. */
export function isSame(one: Ground, other: Ground): boolean {
  return one.discovery.equals(other.discovery) && one.namespaces?.join() === other.namespaces?.join();
}
