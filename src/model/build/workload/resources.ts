import { type MakingContext, makeBrought, type ReadObject, readBrought } from '../../../allowed/brought.ts';
import { isFields } from '../../../base/fields.ts';
import { type Gradual, gradually } from '../../../base/gradual.ts';
import type { Surroundings } from '../../../source/surroundings.ts';
import type { KubernetesResource } from '../../read/model.ts';
import type { MadeResources } from '../parts.ts';
import { readDocuments } from './text.ts';

/** Objects that a model brings along as YAML, read and named. */
export function* readResources(
  resources: readonly KubernetesResource[],
  surroundings: Pick<Surroundings, 'serviceMonitors'>,
): Gradual<readonly ReadObject[]> {
  return (yield* gradually(resources, (resource) => objectsOf(resource, surroundings))).flat();
}

function objectsOf(
  { content, name, path }: KubernetesResource,
  surroundings: Pick<Surroundings, 'serviceMonitors'>,
): ReadObject[] {
  const read = readDocuments(content);
  if (!read.ok) {
    return [{ path, why: read.why }];
  }
  const documents = read.value.flatMap(itemsOf);
  if (documents.length === 0) {
    return [{ path, why: 'it has no content' }];
  }
  const fallback = documents.length === 1 ? name : '';
  return documents.map((document) => readBrought({ path, document, fallback }, surroundings));
}

/** Items of a List; otherwise the object by itself. */
function itemsOf(document: unknown): readonly unknown[] {
  return isFields(document) && document.kind === 'List' && Array.isArray(document.items)
    ? document.items
    : [document];
}

/** Objects that a model brings along, in the namespace of the install whatever they say. */
export function* makeResources(read: readonly ReadObject[], context: MakingContext): Gradual<MadeResources> {
  const made = yield* makeBrought(read, context);
  return {
    objects: made.flatMap(({ planned }) => planned ?? []),
    notApplied: made.flatMap(({ path, problems }) => problems.map((why) => ({ path, why }))),
  };
}
