import { GROUP } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import { type Fields, isFields } from '../../../base/fields.ts';
import { type Gradual, gradually } from '../../../base/gradual.ts';
import type { ObjectDraft } from '../../../kube/object.ts';
import { apiVersionOf, type Resource } from '../../../kube/resource.ts';
import { INSTALLABLE, SERVICE_MONITORS } from '../../../objects/installable.ts';
import type { KubernetesResource } from '../../model/model.ts';
import type { PlannedObject, Surroundings } from '../expansion.ts';
import type { MadeResources } from '../parts.ts';
import { canonical } from './canonical.ts';
import { escapeOf } from './escape.ts';
import { withoutOrigin } from './exported.ts';
import { readDocuments } from './text.ts';

/** Context of the objects that a model brings along. */
export interface ResourcesContext {
  readonly surroundings: Surroundings;
  /** Labels of every object of the install. */
  readonly labels: Readonly<Record<string, string>>;
  /** Other objects of the install, which these must not replace. */
  readonly others: readonly PlannedObject[];
}

type Made = { readonly planned: PlannedObject } | { readonly why: string };

/** Objects that a model brings along as YAML, in the namespace of the install whatever they say. */
export function* makeResources(
  resources: readonly KubernetesResource[],
  context: ResourcesContext,
): Gradual<MadeResources> {
  const objects: PlannedObject[] = [];
  const notApplied: NotApplied[] = [];
  const read = yield* gradually(resources, (resource) =>
    objectsOf(resource, context).map((each) => ({ path: resource.path, ...each })),
  );
  for (const each of read.flat()) {
    if ('why' in each) {
      notApplied.push({ path: each.path, why: each.why });
    } else if ([...context.others, ...objects].some(isSameAs(each.planned))) {
      notApplied.push({ path: each.path, why: 'the install has another object of this kind and name' });
    } else {
      objects.push(each.planned);
    }
  }
  return { objects, notApplied };
}

function isSameAs({ resource, draft }: PlannedObject) {
  return (other: PlannedObject) =>
    other.resource.kind === resource.kind && other.draft.metadata.name === draft.metadata.name;
}

function objectsOf({ content, name }: KubernetesResource, context: ResourcesContext): Made[] {
  const read = readDocuments(content);
  if (!read.ok) {
    return [{ why: read.why }];
  }
  const documents = read.value.flatMap(itemsOf);
  if (documents.length === 0) {
    return [{ why: 'it has no content' }];
  }
  return documents.map((document) => objectOf(document, documents.length === 1 ? name : '', context));
}

/** Items of a List; otherwise the object by itself. */
function itemsOf(document: unknown): readonly unknown[] {
  return isFields(document) && document.kind === 'List' && Array.isArray(document.items)
    ? document.items
    : [document];
}

function objectOf(document: unknown, fallback: string, context: ResourcesContext): Made {
  if (!isFields(document)) {
    return { why: 'it is no object of Kubernetes' };
  }
  const { apiVersion, kind, ...content } = document;
  const resource = resourceOf(String(apiVersion ?? ''), String(kind ?? ''), context);
  if ('why' in resource) {
    return resource;
  }
  const name = nameOf(content.metadata) ?? fallback;
  if (!NAME.test(name) || name.length > 253) {
    return { why: `${resource.kind} has no name that an object can have` };
  }
  const why = escapeOf(resource.kind, content);
  if (why !== undefined) {
    return { why: `${resource.kind} ${name}: ${why}` };
  }
  return { planned: { resource, draft: draftOf(resource, name, content, context) } };
}

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function nameOf(metadata: unknown): string | undefined {
  return isFields(metadata) && typeof metadata.name === 'string' ? metadata.name : undefined;
}

function resourceOf(
  apiVersion: string,
  kind: string,
  { surroundings }: ResourcesContext,
): Resource | { readonly why: string } {
  const shown = kind.slice(0, 63);
  if (apiVersion.startsWith(`${GROUP}/`)) {
    return { why: `${shown}: a model does not make objects of Stoa's own kinds` };
  }
  if (kind === 'Ingress') {
    return { why: 'Ingress: host names are given out by gateway rules, which know those of other teams' };
  }
  const resource = INSTALLABLE.find((known) => known.kind === kind);
  if (resource === undefined) {
    return { why: `${shown === '' ? 'it' : shown} is of no kind that an install makes` };
  }
  if (apiVersionOf(resource) !== apiVersion) {
    return { why: `${kind} is made as ${apiVersionOf(resource)}, not as ${apiVersion.slice(0, 63)}` };
  }
  return resource === SERVICE_MONITORS && !surroundings.serviceMonitors
    ? { why: 'ServiceMonitors are not served here' }
    : resource;
}

function draftOf(
  resource: Resource,
  name: string,
  content: Fields,
  { surroundings: { namespace }, labels }: ResourcesContext,
): ObjectDraft {
  const { metadata, ...rest } = withoutOrigin(resource.kind, encoded(resource.kind, content));
  const described = metadata as { readonly labels: object; readonly annotations: object };
  const object = { ...rest, metadata: { ...described, labels: { ...described.labels, ...labels } } };
  const { metadata: clean, ...fields } = canonical(object) as { metadata: object };
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    ...fields,
    metadata: { ...clean, namespace, name },
  };
}

/** `stringData` is never stored: its values are those of `data`, in base64. */
function encoded(kind: string, { stringData, ...content }: Fields): Fields {
  if (kind !== 'Secret' || !isFields(stringData)) {
    return stringData === undefined ? content : { ...content, stringData };
  }
  const texts = Object.entries(stringData).map(([key, value]) => [key, base64(String(value ?? ''))]);
  const data = isFields(content.data) ? content.data : {};
  return { ...content, data: { ...data, ...Object.fromEntries(texts) } };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
