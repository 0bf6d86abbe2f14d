import { type Fields, fieldAt, fieldsOf, isFields } from '../../base/fields.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { parseImage } from '../../source/image.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';

/** Pods of a planned workload. */
export interface PlannedPods {
  readonly labels: Readonly<Record<string, unknown>>;
  readonly spec: Fields;
  readonly containers: readonly PlannedContainer[];
}

/** Container of planned pods, of any sort. */
export interface PlannedContainer {
  /**
   * Registry and repository of its image, without tag: powers are those of programs, whatever the objects are called
   * that run them.
   */
  readonly image: string;
  readonly fields: Fields;
}

/** Fields of a pod that have containers. */
const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** Names of the fields of a pod that have containers. */
export const CONTAINER_FIELDS: readonly string[] = CONTAINERS;

/** Pods of objects; an object without pods has none. Pure. */
export function podsOf(objects: readonly PlannedObject[]): readonly PlannedPods[] {
  return objects.flatMap(({ resource: { kind }, draft }) =>
    isWorkloadKind(kind) ? [plannedPods(fieldAt(draft.spec, WORKLOAD_KINDS[kind].templatePath))] : [],
  );
}

function plannedPods(template: unknown): PlannedPods {
  const { metadata, spec } = fieldsOf(template);
  const pod = fieldsOf(spec);
  return {
    labels: fieldsOf(fieldsOf(metadata).labels),
    spec: pod,
    containers: CONTAINERS.flatMap((field) => listOf(pod[field])).map((fields) => ({
      image: repositoryOf(fields.image),
      fields,
    })),
  };
}

function repositoryOf(image: unknown): string {
  const { registry, repository } = parseImage(textOrJson(image));
  const name = `${registry}/${repository}`;
  return IMAGE.test(name) ? name : JSON.stringify(name);
}

/** Name of an image that a container runtime can pull; any other is quoted, as it may read like something else. */
const IMAGE = /^[\w.:/-]+$/;

/** Images of pods, each once. */
export function imagesOf({ containers }: PlannedPods): readonly string[] {
  return [...new Set(containers.map(({ image }) => image))];
}

/** Maps of a list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** A text, or the JSON of any other value. */
export function textOrJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(sorted(value)) ?? '');
}

/** Value whose maps have their keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return isFields(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, field]) => [key, sorted(field)]),
      )
    : value;
}

/** Fields that are set and that nobody has thought about: each may give any power. */
export function unknownFields(
  fields: Fields,
  known: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  return Object.entries(fields)
    .filter(([name, value]) => !known.has(name) && isSet(value))
    .map(([name, value]) => [name, textOrJson(value)] as const);
}

function isSet(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > 0
    : isFields(value)
      ? Object.keys(value).length > 0
      : Boolean(value);
}
