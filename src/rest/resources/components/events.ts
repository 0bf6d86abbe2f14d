import type { KubeObject } from '../../../kube/object.ts';
import { STORED_EVENTS, type StoredEvent } from '../../../objects/event.ts';
import type { TeamScope } from '../../scope.ts';

/** Object that Events may be on. */
export type EventObject = Pick<KubeObject, 'apiVersion' | 'kind'> & {
  readonly metadata: Pick<KubeObject['metadata'], 'name'>;
};

/** Events on some objects of the team's namespace, read as the caller, the newest first. Throws KubeError. */
export async function eventsOn(
  { client, namespace }: Pick<TeamScope, 'client' | 'namespace'>,
  objects: readonly EventObject[],
): Promise<readonly StoredEvent[]> {
  const isOnOne = eventFilter(objects);
  const events: StoredEvent[] = [];
  for await (const { items } of client.pages(STORED_EVENTS, { namespace })) {
    events.push(...items.filter(isOnOne));
  }
  return events.toSorted((a, b) => (lastSeen(a) < lastSeen(b) ? 1 : -1));
}

/** Filter of Events by the group, kind and name of their object; one that does not tell its group has any. Pure. */
function eventFilter(objects: readonly EventObject[]): (event: StoredEvent) => boolean {
  const groups = new Map(
    [...Map.groupBy(objects, ({ kind, metadata }) => `${kind}/${metadata.name}`)].map(([key, same]) => [
      key,
      new Set(same.map(({ apiVersion }) => groupOf(apiVersion))),
    ]),
  );
  return ({ involvedObject: { apiVersion, kind, name } }) => {
    const found = groups.get(`${kind}/${name}`);
    return found !== undefined && (apiVersion === undefined || found.has(groupOf(apiVersion)));
  };
}

function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
}

function lastSeen({ lastTimestamp, eventTime, metadata }: StoredEvent): string {
  return lastTimestamp ?? eventTime ?? metadata.creationTimestamp;
}
