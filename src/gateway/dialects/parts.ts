import { HTTP_ROUTES, type HttpRouteFilter } from '../../objects/httproute.ts';
import { furtherKey } from '../../rule/conditions.ts';
import { digest } from '../../rule/groupname.ts';
import type { Rendered } from '../object.ts';
import type { Branch, ListenerGroup } from './group.ts';

/**
 * Name of an object that belongs to one branch, or to a part of its policy. It comes from the branch's conditions and
 * not from its place, so that a branch that comes or goes before it leaves it alone.
 */
export function branchName(group: ListenerGroup, branch: Branch, part?: string): string {
  const { cookies, headers } = branch;
  const further = furtherKey(branch);
  const pairs = [cookies, headers].map((each) => Object.entries(each).toSorted());
  return partName(group, [
    ...pairs,
    ...(further === '' ? [] : [further]),
    ...(part === undefined ? [] : [{ part }]),
  ]);
}

/** Name of an object that belongs to a part of a group, from the key of the part. */
export function partName({ name }: ListenerGroup, key: unknown): string {
  return `${name}-${digest(JSON.stringify(key))}`;
}

/** Reference to a rendered object from its own namespace. */
export function referenceTo({ resource, draft }: Rendered) {
  return { group: resource.group, kind: resource.kind, name: draft.metadata.name };
}

/** Reference to the HTTPRoute of a group from its own namespace. */
export function referenceToRoute({ name }: ListenerGroup) {
  return { group: HTTP_ROUTES.group, kind: HTTP_ROUTES.kind, name };
}

/** Filter of an HTTPRoute that refers to an object of the engine's own. */
export function filterBy(object: Rendered): HttpRouteFilter {
  return { type: 'ExtensionRef', extensionRef: referenceTo(object) };
}
