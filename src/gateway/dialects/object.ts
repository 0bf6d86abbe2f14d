import { createHash } from 'node:crypto';
import type { KubeObject } from '../../kube/object.ts';
import { apiVersionOf, type Resource } from '../../kube/resource.ts';
import type { HttpRouteFilter } from '../../objects/httproute.ts';
import { metadataOf } from '../owned.ts';
import type { Rendered } from './dialect.ts';
import type { Branch, RuleGroup } from './group.ts';

/** An object of a group, named like its route where nothing else is said. */
export function objectOf(
  group: RuleGroup,
  resource: Resource<KubeObject>,
  spec: unknown,
  name = group.name,
): Rendered {
  return {
    resource,
    draft: {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      metadata: metadataOf({ ...group, name }),
      spec,
    },
  };
}

/**
 * Name of an object that belongs to one branch. It comes from the branch's conditions and not from its place,
 * so that a branch that comes or goes before it leaves it alone.
 */
export function branchName(group: RuleGroup, { cookies, headers }: Branch): string {
  return partName(
    group,
    [cookies, headers].map((pairs) => Object.entries(pairs).toSorted()),
  );
}

/** Name of an object that belongs to a part of a group: another one for each key. */
export function partName({ name }: RuleGroup, key: unknown): string {
  return `${name}-${createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 16)}`;
}

/** How an object that one has rendered is referred to from its own namespace. */
export function referenceTo({ resource, draft }: Rendered) {
  return { group: resource.group, kind: resource.kind, name: draft.metadata.name };
}

/** The filter of a route that stands for an object of the engine's own. */
export function filterBy(object: Rendered): HttpRouteFilter {
  return { type: 'ExtensionRef', extensionRef: referenceTo(object) };
}
