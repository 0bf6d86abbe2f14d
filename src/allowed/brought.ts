import { dnsNameSchema } from '../api/grammar.ts';
import { GROUP, INSTALL_ACCOUNT } from '../api/group.ts';
import type { NotApplied } from '../api/marketinstall.ts';
import { type Fields, fieldsOf, isFields } from '../base/fields.ts';
import { type Gradual, gradually } from '../base/gradual.ts';
import type { ObjectDraft } from '../kube/object.ts';
import { apiVersionOf, type Resource } from '../kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS } from '../objects/core.ts';
import { INSTALLABLE, ROLE_BINDINGS, ROLES, SERVICE_MONITORS } from '../objects/installable.ts';
import { kindAndName, type PlannedObject } from '../objects/planned.ts';
import { isWorkloadKind } from '../workload/kinds.ts';
import { type Access, withOwn } from './access.ts';
import { canonical } from './canonical.ts';
import { kindReader } from './kinds.ts';
import { annotations, labels } from './labels.ts';
import { fields, generated, lineOn, readWith } from './reader.ts';
import { boundAccounts } from './roles.ts';
import { text } from './values.ts';

/** Object that a model brings along, as its author wrote it. */
interface Brought {
  readonly path: string;
  readonly resource: Resource;
  readonly name: string;
  readonly content: Fields;
}

/** Object that a model brings along, or the reason why there is none. */
export type ReadObject = Brought | NotApplied;

/** Install that objects are made for. */
interface MadeFor {
  readonly namespace: string;
  /** Labels of every object of the install. */
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Access that also has the objects that others refer to, of those that a model brings along, and the tokens of the
 * accounts to which it gives rights.
 */
export function* withBrought(access: Access, read: readonly ReadObject[], context: MadeFor): Gradual<Access> {
  const all = read.filter(isBrought);
  const known = yield* withMade(
    access,
    all.filter(({ resource }) => REFERRED.includes(resource)),
    context,
  );
  const bindings = all.filter(({ resource }) => resource === ROLE_BINDINGS);
  const made = yield* gradually(bindings, (each) => madeOf(each, known, context).planned ?? []);
  const silent = all.filter(({ content }) => content.automountServiceAccountToken === false);
  const names = made.flat().flatMap(({ draft }) => boundAccounts(draft));
  const isSilent = (account: string) =>
    silent.some(({ resource, name }) => resource === SERVICE_ACCOUNTS && name === account);
  return { ...known, bound: new Map(names.map((name) => [name, !isSilent(name)])) };
}

const REFERRED: readonly Resource[] = [SECRETS, CONFIG_MAPS, CLAIMS, SERVICE_ACCOUNTS, ROLES];

function* withMade(access: Access, brought: readonly Brought[], context: MadeFor): Gradual<Access> {
  const made = yield* gradually(brought, (each) => madeOf(each, access, context).planned ?? []);
  return withOwn(access, made.flat());
}

/** Context of the objects that a model brings along. */
export interface MakingContext extends MadeFor {
  readonly access: Access;
  /** Other objects of the install, which these must not replace. */
  readonly others: readonly PlannedObject[];
}

/** Object as far as it may be made; without `planned` where it may not, for the reasons in `problems`. */
export interface MadeObject {
  readonly path: string;
  readonly planned?: PlannedObject | undefined;
  readonly problems: readonly string[];
}

/** Objects that a model brings along, in the namespace of the install whatever they say. */
export function* makeBrought(
  read: readonly ReadObject[],
  context: MakingContext,
): Gradual<readonly MadeObject[]> {
  const { others } = context;
  const workloads = read.filter(isBrought).filter(({ resource }) => isWorkloadKind(resource.kind));
  const access = yield* withMade(withOwn(context.access, others), workloads, context);
  const names = new Set(others.map(kindAndName));
  return yield* gradually(read, (each) => {
    const { path } = each;
    if (!isBrought(each)) {
      return { path, problems: [each.why] };
    }
    const { planned, problems } = madeOf(each, access, context);
    if (planned === undefined) {
      return { path, problems };
    }
    if (names.has(kindAndName(planned))) {
      return { path, problems: [...problems, 'the install has another object of this kind and name'] };
    }
    names.add(kindAndName(planned));
    return { path, planned, problems };
  });
}

function isBrought(read: ReadObject): read is Brought {
  return 'resource' in read;
}

/** Document of a model, with the name of the object where it has none. */
interface BroughtDocument {
  readonly path: string;
  readonly document: unknown;
  readonly fallback: string;
}

/** Kinds that a cluster may serve beside those that all have. */
interface Served {
  readonly serviceMonitors: boolean;
}

/** Object of a document, read and named, or the reason why there is none. Pure. */
export function readBrought({ path, document, fallback }: BroughtDocument, served: Served): ReadObject {
  return { path, ...objectOf(document, fallback, served) };
}

function objectOf(
  document: unknown,
  fallback: string,
  served: Served,
): Omit<Brought, 'path'> | { readonly why: string } {
  if (!isFields(document)) {
    return { why: 'it is no object of Kubernetes' };
  }
  const { apiVersion, kind, ...content } = withoutNulls(document);
  const resource = resourceOf(wordOf(apiVersion), wordOf(kind), served);
  if ('why' in resource) {
    return resource;
  }
  const name = nameOf(content.metadata, fallback);
  if (!nameSchema.safeParse(name).success) {
    return { why: `${resource.kind} has no name that an object can have` };
  }
  return RESERVED_ACCOUNTS.has(name) && resource === SERVICE_ACCOUNTS
    ? { why: `ServiceAccount ${name}: it is not the install's own` }
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
  { serviceMonitors }: Served,
): Resource | { readonly why: string } {
  const shown = kind.slice(0, 63);
  if (apiVersion.startsWith(`${GROUP}/`)) {
    return { why: `${shown}: an install does not make objects of Stoa's own kinds` };
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
  const rest = readWith(kindReader(resource.kind), encoded(resource.kind, whole), '', access);
  const problems = [...own.problems, ...rest.problems];
  const fatal = problems.find((problem) => problem.fatal);
  const told = fatal === undefined ? problems : [fatal];
  const texts = told.map((problem) => `${resource.kind} ${name}: ${lineOn(problem)}`);
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
  { namespace, labels: own }: MadeFor,
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
