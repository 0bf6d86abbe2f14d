import { GROUP, LABELS } from '../api/group.ts';
import type { KubeObject } from '../kube/object.ts';
import { managerOf } from '../objects/managed.ts';

/**
 * Label that adopted objects are seen with: the name of their Application. No object is stored with it, since its key is
 * none that the API server takes.
 */
export const ADOPTED_BY = `${GROUP}/adopted by`;

/** Labels that an adopted object is seen with, and that nobody writes: those of its component, and the Application. */
export type MemberLabels = Readonly<
  Record<(typeof LABELS)['appId' | 'componentId'] | typeof ADOPTED_BY, string>
>;

type Labels = Readonly<Record<string, string>>;

/** Labels of an object as it is stored: without those that an adopted object is seen with. */
export function ownLabels({ metadata: { labels = {} } }: KubeObject): Labels {
  if (labels[ADOPTED_BY] === undefined) {
    return labels;
  }
  const { [ADOPTED_BY]: _by, [LABELS.appId]: _app, [LABELS.componentId]: _id, ...own } = labels;
  return own;
}

/** Whether labels decide alone what their object belongs to. */
export function isMember(labels: Labels): boolean {
  return [LABELS.appId, LABELS.componentId, LABELS.install].some((label) => labels[label] !== undefined);
}

/** An object as it is seen with the labels of its adoption, or without any where it has none. */
export function seenAs<T extends KubeObject>(object: T, member: MemberLabels | undefined): T {
  const own = ownLabels(object);
  if (member === undefined && own === object.metadata.labels) {
    return object;
  }
  return { ...object, metadata: { ...object.metadata, labels: { ...own, ...member } } };
}

/** An object as it is stored, for those who write it. */
export function asStored<T extends KubeObject>(object: T): T {
  return seenAs(object, undefined);
}

/** Name of the Application that adopts an object; undefined where none does. */
export function adopterOf({ metadata }: KubeObject): string | undefined {
  return metadata.labels?.[ADOPTED_BY];
}

/** Tool that keeps an adopted object as its sources say; undefined where there is none, and of what is not adopted. */
export function keeperOfAdopted(object: KubeObject): string | undefined {
  return adopterOf(object) && managerOf(object);
}
