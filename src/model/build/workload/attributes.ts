import type { Access } from '../../../allowed/access.ts';
import { canonical, TEXTS } from '../../../allowed/canonical.ts';
import {
  lifecycle,
  livenessProbe,
  readinessProbe,
  resources,
  words,
  workingDir,
} from '../../../allowed/container.ts';
import { env, envFrom } from '../../../allowed/env.ts';
import { annotations, labels } from '../../../allowed/labels.ts';
import {
  dnsConfig,
  dnsPolicy,
  hostAliases,
  serviceAccountName,
  shareProcessNamespace,
} from '../../../allowed/pod.ts';
import { lineOn, list, type Reader, readWith } from '../../../allowed/reader.ts';
import { SCHEDULING } from '../../../allowed/scheduling.ts';
import { containerSecurity, podSecurity } from '../../../allowed/security.ts';
import { claimTemplate, volume, volumeMount } from '../../../allowed/volume.ts';
import type { NotApplied } from '../../../api/marketinstall.ts';
import { isFields } from '../../../base/fields.ts';
import type { ModelComponent } from '../../read/component.ts';
import { MAX_VALUE } from '../../read/lenient.ts';
import type { KubernetesAttribute } from '../../read/settings.ts';
import { isBefore, isSince, type Release } from '../platform/release.ts';
import type { Scope } from '../variables/fill.ts';
import { type Read, readDocuments, readValue } from './text.ts';

/** Attributes by which a pod would reach its node, each with the reason against it. */
const NODE_ATTRIBUTES: Readonly<Record<string, string>> = {
  privileged: 'a privileged container has all rights on its node',
  hostNetwork: 'it would join the network of its node',
  hostIPC: 'it would see the memory of other processes on its node',
  hostPID: 'it would see the processes of its node',
};

const { nodeSelector, tolerations, affinity } = SCHEDULING;

const claims = list(claimTemplate);

/** Attributes that are a list of words. */
const COMMANDS = ['cmd', 'args'];

/** Texts of attributes that are true or false. */
const FLAG_TEXTS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
]);

/** Attributes that are true or false. */
const FLAGS = ['shareProcessNamespace', ...Object.keys(NODE_ATTRIBUTES)];

/** Readers of the attributes that have an effect. */
const READERS = {
  nodeSelector,
  labels,
  annotations,
  tolerations,
  affinity,
  env: list(env),
  envFromSource: list(envFrom),
  dnsPolicy,
  dnsConfig,
  lifecycle,
  resources,
  shareProcessNamespace,
  securityContext: containerSecurity,
  podSecurityContext: podSecurity,
  hostAliases,
  workingDir,
  cmd: words,
  args: words,
  livenessProbe,
  readinessProbe,
  volumes: list(volume),
  volumeMounts: list(volumeMount),
  serviceAccountName,
  volumeClaimTemplate: (value, place) => claims(isFields(value) ? [value] : value, place),
} satisfies Readonly<Record<string, Reader>> & { readonly volumeClaimTemplate: typeof claims };

/** Attributes of a component, as far as they have an effect. */
export type Attributes = {
  readonly [K in keyof typeof READERS]?: NonNullable<ReturnType<(typeof READERS)[K]>>;
};

/** Value of an attribute, as far as it has an effect, and the reasons why the rest has none. */
interface ReadAttributeValue {
  readonly value: unknown;
  readonly whys: readonly string[];
}

/** Reader of one attribute; the value of an attribute without effect is undefined. */
export type ReadAttribute = (attribute: KubernetesAttribute) => ReadAttributeValue;

/** Reader that reads each text once, however many components have it; the results are shared. */
export function attributeReader(access: Access, release: Release | undefined): ReadAttribute {
  const known = new Map<string, ReadAttributeValue>();
  return (attribute) => {
    const { name, format, value } = attribute;
    const id = JSON.stringify([name, format, value]);
    const read = known.get(id) ?? readOne(attribute, access, release);
    known.set(id, read);
    return read;
  };
}

/** Attributes of a component, and the reason for each that cannot be read or must not be applied. */
export function podAttributes(
  attributes: readonly KubernetesAttribute[],
  readAttribute: ReadAttribute,
): {
  readonly attributes: Attributes;
  readonly notApplied: readonly NotApplied[];
} {
  const known = new Map<string, unknown>();
  const notApplied: NotApplied[] = [];
  for (const attribute of attributes) {
    const { name, path } = attribute;
    const read = known.has(name) ? rejected(`the component has another ${name}`) : readAttribute(attribute);
    notApplied.push(...read.whys.map((why) => ({ path, why })));
    if (read.value !== undefined) {
      known.set(name, read.value);
    }
  }
  return { attributes: Object.fromEntries(known) as Attributes, notApplied };
}

/**
 * Values of the attribute `env` in texts, by name; empty where only the running pod knows it, and without those that the
 * install overrides.
 */
export function attributeValues(
  { attributes, overridden }: ModelComponent,
  readAttribute: ReadAttribute,
): Scope {
  const attribute = attributes.find(({ name }) => name === 'env');
  const envs = attribute === undefined ? [] : (readAttribute(attribute).value as Attributes['env']);
  const isOverridden = new Set(overridden?.envNames);
  return new Map(
    (envs ?? [])
      .filter(({ name }) => !isOverridden.has(name))
      .map(({ name, value = '' }) => [name, { text: value, secret: false }]),
  );
}

function readOne(
  attribute: KubernetesAttribute,
  access: Access,
  release: Release | undefined,
): ReadAttributeValue {
  const { name } = attribute;
  const reason = Object.hasOwn(NODE_ATTRIBUTES, name) ? NODE_ATTRIBUTES[name] : undefined;
  if (!Object.hasOwn(READERS, name) && reason === undefined) {
    return rejected(`${name.slice(0, 63)} is no attribute that has an effect here`);
  }
  const read = readText(attribute, release);
  if (!read.ok) {
    return rejected(read.why);
  }
  if (isNothing(read.value)) {
    return NOTHING;
  }
  if (reason !== undefined) {
    return read.value === false ? NOTHING : rejected(reason);
  }
  return checked(name as keyof typeof READERS, read.value, access);
}

/** Value of the text of an attribute, whose form depends on the attribute. */
function readText(attribute: KubernetesAttribute, release: Release | undefined): Read {
  const { name, value } = attribute;
  if (COMMANDS.includes(name)) {
    return readCommand(value, release);
  }
  return FLAGS.includes(name) && FLAG_TEXTS.has(value)
    ? { ok: true, value: FLAG_TEXTS.get(value) }
    : readValue(attribute);
}

const NOTHING: ReadAttributeValue = { value: undefined, whys: [] };

function checked(name: keyof typeof READERS, value: unknown, access: Access): ReadAttributeValue {
  const reader: Reader = READERS[name];
  const read = readWith(reader, canonical(withTexts(name, value)), name, access);
  const whys = read.problems.map(lineOn);
  return { value: read.value === undefined ? undefined : canonical(read.value), whys };
}

/** Fields that are a text, or a list of texts, wherever an attribute has them. */
const TEXT_FIELDS = new Set(['value', 'values', 'command', ...COMMANDS]);

/**
 * Value of a field with a text for each number and boolean that stands in the place of one. The platform of the models
 * reads attributes in this way, but not the objects that a model brings along.
 */
function withTexts(field: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withTexts(field, item));
  }
  if (isFields(value)) {
    const fields = Object.entries(value).map(([key, inner]) => [
      key,
      withTexts(TEXTS.has(field) ? 'value' : key, inner),
    ]);
    return Object.fromEntries(fields);
  }
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  return isScalar && TEXT_FIELDS.has(field) ? String(value) : value;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function rejected(why: string): ReadAttributeValue {
  return { value: undefined, whys: [why] };
}

/**
 * Words of the attributes `cmd` and `args`: a list in JSON or YAML as it is. The release with which the model was
 * published decides whether another text is one word, or is split at blanks.
 */
function readCommand(value: string, release: Release | undefined): Read {
  if (value.length > MAX_VALUE) {
    return { ok: false, why: `it has more than ${MAX_VALUE} characters` };
  }
  const documents = readDocuments(value);
  const [first] = documents.ok ? documents.value : [];
  return { ok: true, value: Array.isArray(first) ? first : wordsOf(value.trim(), release) };
}

function wordsOf(text: string, release: Release | undefined): readonly string[] {
  const isOneWord = isBefore(release, [6, 0, 0]) || isSince(release, [6, 9, 5]);
  return (isOneWord ? [text] : text.split(' ')).filter((word) => word !== '');
}
