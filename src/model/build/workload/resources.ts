import { type Access, withOwn } from '../../../allowed/access.ts';
import { contentOf } from '../../../allowed/kinds.ts';
import { annotations, labels } from '../../../allowed/labels.ts';
import { fields, generated, readWith, textOf } from '../../../allowed/reader.ts';
import { text } from '../../../allowed/text.ts';
import { dnsNameSchema } from '../../../api/grammar.ts';
import { GROUP, INSTALL_ACCOUNT } from '../../../api/group.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import { type Fields, fieldsOf, isFields } from '../../../base/fields.ts';
import { type Gradual, gradually } from '../../../base/gradual.ts';
import type { ObjectDraft } from '../../../kube/object.ts';
import { apiVersionOf, type Resource } from '../../../kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS } from '../../../objects/core.ts';
import { INSTALLABLE, SERVICE_MONITORS } from '../../../objects/installable.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import type { Surroundings } from '../../../source/surroundings.ts';
import { isWorkloadKind } from '../../../workload/kinds.ts';
import type { KubernetesResource } from '../../read/model.ts';
import type { MadeResources } from '../parts.ts';
import { canonical } from './canonical.ts';
import { readDocuments } from './text.ts';

/** Object that a model brings along, as its author wrote it. */
interface Brought {
  readonly path: string;
  readonly resource: Resource;
  readonly name: string;
  readonly content: Fields;
}

/** Object that a model brings along, or the reason why there is none. */
type ReadObject = Brought | NotApplied;

/** Objects that a model brings along as YAML, read and named. */
export function* readResources(
  resources: readonly KubernetesResource[],
  surroundings: Pick<Surroundings, 'serviceMonitors'>,
): Gradual<readonly ReadObject[]> {
  return (yield* gradually(resources, (resource) => objectsOf(resource, surroundings))).flat();
}

/** Install that objects are made for. */
interface MadeFor {
  readonly surroundings: Pick<Surroundings, 'namespace'>;
  /** Labels of every object of the install. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Access that also has the objects that pods refer to, of those that a model brings along. */
export function* withBrought(access: Access, read: readonly ReadObject[], context: MadeFor): Gradual<Access> {
  const referred = ({ resource }: Brought) => REFERRED.includes(resource);
  return yield* withMade(access, read.filter(isBrought).filter(referred), context);
}

const REFERRED: readonly Resource[] = [SECRETS, CONFIG_MAPS, CLAIMS, SERVICE_ACCOUNTS];

function* withMade(access: Access, brought: readonly Brought[], context: MadeFor): Gradual<Access> {
  const made = yield* gradually(brought, (each) => madeOf(each, access, context).planned ?? []);
  return withOwn(access, made.flat());
}

/** Context of the objects that a model brings along. */
export interface ResourcesContext extends MadeFor {
  readonly access: Access;
  /** Other objects of the install, which these must not replace. */
  readonly others: readonly PlannedObject[];
}

/** Objects that a model brings along, in the namespace of the install whatever they say. */
export function* makeResources(
  read: readonly ReadObject[],
  context: ResourcesContext,
): Gradual<MadeResources> {
  const { others } = context;
  const workloads = read.filter(isBrought).filter(({ resource }) => isWorkloadKind(resource.kind));
  const access = yield* withMade(withOwn(context.access, others), workloads, context);
  const objects: PlannedObject[] = [];
  const notApplied: NotApplied[] = [];
  for (const each of read) {
    yield;
    const { planned, problems } = isBrought(each)
      ? madeOf(each, access, context)
      : { planned: undefined, problems: [each.why] };
    notApplied.push(...problems.map((why) => ({ path: each.path, why })));
    if (planned !== undefined && [...others, ...objects].some(isSameAs(planned))) {
      notApplied.push({ path: each.path, why: 'the install has another object of this kind and name' });
    } else if (planned !== undefined) {
      objects.push(planned);
    }
  }
  return { objects, notApplied };
}

function isBrought(read: ReadObject): read is Brought {
  return 'resource' in read;
}

function isSameAs({ resource, draft }: PlannedObject) {
  return (other: PlannedObject) =>
    other.resource.kind === resource.kind && other.draft.metadata.name === draft.metadata.name;
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
  return documents.map((document) => ({ path, ...objectOf(document, fallback, surroundings) }));
}

/** Items of a List; otherwise the object by itself. */
function itemsOf(document: unknown): readonly unknown[] {
  return isFields(document) && document.kind === 'List' && Array.isArray(document.items)
    ? document.items
    : [document];
}

function objectOf(
  document: unknown,
  fallback: string,
  surroundings: Pick<Surroundings, 'serviceMonitors'>,
): Omit<Brought, 'path'> | { readonly why: string } {
  if (!isFields(document)) {
    return { why: 'it is no object of Kubernetes' };
  }
  const { apiVersion, kind, ...content } = withoutNulls(document);
  const resource = resourceOf(wordOf(apiVersion), wordOf(kind), surroundings);
  if ('why' in resource) {
    return resource;
  }
  const name = nameOf(content.metadata, fallback);
  if (!nameSchema.safeParse(name).success) {
    return { why: `${resource.kind} has no name that an object can have` };
  }
  return RESERVED_ACCOUNTS.has(name) && resource === SERVICE_ACCOUNTS
    ? { why: `ServiceAccount ${name}: it is not the model's own` }
    : { resource, name, content };
}

/** Fields without those that are null, as good as missing for the API server; in `data`, they are empty texts. */
function withoutNulls(fields: Fields): Fields {
  const entries = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [key, isFields(value) && DATA.has(key) ? emptied(value) : nullsOutOf(value)]);
  return Object.fromEntries(entries);
}

function nullsOutOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(nullsOutOf);
  }
  return isFields(value) ? withoutNulls(value) : value;
}

const DATA = new Set(['data', 'stringData']);

function emptied(data: Fields): Fields {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, value ?? '']));
}

const nameSchema = dnsNameSchema('must be the name of an object');

/** ServiceAccounts of every team: of pods that name none, and of installs. */
const RESERVED_ACCOUNTS = new Set(['default', INSTALL_ACCOUNT]);

/** A text; a map that a model has in place of one may not even be printable. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Name of an object: its own, or the fallback where it has none. A number is no name that it can have. */
function nameOf(metadata: unknown, fallback: string): string {
  const { name } = fieldsOf(metadata);
  return name === undefined || name === null ? fallback : wordOf(name);
}

function resourceOf(
  apiVersion: string,
  kind: string,
  { serviceMonitors }: Pick<Surroundings, 'serviceMonitors'>,
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
  return resource === SERVICE_MONITORS && !serviceMonitors
    ? { why: 'ServiceMonitors are not served here' }
    : resource;
}

/** Metadata of an object, without what the cluster of its author knew of it. */
const described = fields({
  labels,
  annotations,
  ...Object.fromEntries(
    [
      ...['name', 'namespace', 'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'selfLink'],
      ...['ownerReferences', 'managedFields', 'finalizers', 'generateName'],
    ].map((name) => [name, generated]),
  ),
});

/** Object as far as a model may have it, and the reasons why it has no more. */
function madeOf(
  { resource, name, content: { metadata = {}, ...whole } }: Brought,
  access: Access,
  context: MadeFor,
): { readonly planned?: PlannedObject; readonly problems: readonly string[] } {
  const own = readWith(described, metadata, 'metadata', access);
  const rest = readWith(contentOf(resource.kind), encoded(resource.kind, whole), '', access);
  const problems = [...own.problems, ...rest.problems];
  const fatal = problems.find((problem) => problem.fatal);
  const told = fatal === undefined ? problems : [fatal];
  const texts = told.map((problem) => `${resource.kind} ${name}: ${textOf(problem)}`);
  return rest.value === undefined || fatal !== undefined
    ? { problems: texts }
    : {
        planned: { resource, draft: draftOf({ resource, name }, own.value ?? {}, rest.value, context) },
        problems: texts,
      };
}

function draftOf(
  { resource, name }: Pick<Brought, 'resource' | 'name'>,
  metadata: Fields,
  content: Fields,
  { surroundings: { namespace }, labels: own }: MadeFor,
): ObjectDraft {
  const object = { ...content, metadata: { ...metadata, labels: { ...fieldsOf(metadata.labels), ...own } } };
  const { metadata: clean, ...rest } = canonical(object) as { metadata: object };
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    ...rest,
    metadata: { ...clean, namespace, name },
  };
}

/** `stringData` is never stored: its values are those of `data`, in base64. */
function encoded(kind: string, { stringData, ...content }: Fields): Fields {
  if (kind !== 'Secret' || !isFields(stringData)) {
    return stringData === undefined ? content : { ...content, stringData };
  }
  const texts = Object.entries(stringData).map(([key, value]) => [key, encodedText(value)]);
  const data = isFields(content.data) ? content.data : {};
  return { ...content, data: { ...data, ...Object.fromEntries(texts) } };
}

function encodedText(value: unknown): unknown {
  const read = text.safeParse(value);
  return read.success ? Buffer.from(read.data).toString('base64') : value;
}
