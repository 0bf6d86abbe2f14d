import type { NotApplied } from '../../../api/marketinstall.ts';
import type { ModelComponent } from '../../model/component.ts';
import type { KubernetesAttribute } from '../../model/settings.ts';
import { type Attributes, SHAPES } from './attributeschemas.ts';
import { canonical } from './canonical.ts';
import { type Read, readValue } from './text.ts';

/** Attributes by which a pod would reach its node, each with the reason against it. */
const NODE_ATTRIBUTES: Readonly<Record<string, string>> = {
  privileged: 'a privileged container has all rights on its node',
  hostNetwork: 'it would join the network of its node',
  hostIPC: 'it would see the memory of other processes on its node',
  hostPID: 'it would see the processes of its node',
};

/** Reader of one attribute; the value of an empty attribute is undefined. */
export type ReadAttribute = (attribute: KubernetesAttribute) => Read;

/** Reader that reads each text once, however many components have it; the results are shared. */
export function attributeReader(): ReadAttribute {
  const known = new Map<string, Read>();
  return (attribute) => {
    const { name, format, value } = attribute;
    const id = JSON.stringify([name, format, value]);
    const read = known.get(id) ?? readOne(attribute);
    known.set(id, read);
    return read;
  };
}

/** Attributes and labels of a component, and the reason for each that cannot be read or must not be applied. */
export function readAttributes(
  { attributes, labels, path: component }: Described,
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
    if (!read.ok) {
      notApplied.push({ path, why: read.why });
    } else if (read.value !== undefined) {
      known.set(name, read.value);
    }
  }
  const [plain, wrong] = partition(Object.entries(labels), ([key, value]) => isLabel(key, value));
  notApplied.push(...wrong.map(([key]) => ({ path: `${component}.labels.${key}`, why: 'it is no label' })));
  const read = Object.fromEntries(known) as Attributes;
  return { attributes: { ...read, labels: { ...Object.fromEntries(plain), ...read.labels } }, notApplied };
}

/** Parts of a component that become fields of its pods as they are. */
type Described = Pick<ModelComponent, 'attributes' | 'labels' | 'path'>;

function isLabel(key: string, value: string): boolean {
  return SHAPES.labels.safeParse({ [key]: value }).success;
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

function readOne(attribute: KubernetesAttribute): Read {
  const { name } = attribute;
  const reason = Object.hasOwn(NODE_ATTRIBUTES, name) ? NODE_ATTRIBUTES[name] : undefined;
  if (!Object.hasOwn(SHAPES, name) && reason === undefined) {
    return rejected(`${name.slice(0, 63)} is no attribute that has an effect here`);
  }
  const read = readValue(attribute);
  if (!read.ok || isNothing(read.value)) {
    return read.ok ? { ok: true, value: undefined } : read;
  }
  if (reason !== undefined) {
    return String(read.value) === 'false' ? { ok: true, value: undefined } : rejected(reason);
  }
  return checked(name as keyof typeof SHAPES, read.value);
}

function checked(name: keyof typeof SHAPES, value: unknown): Read {
  const result = SHAPES[name].safeParse(canonical(value));
  if (result.success) {
    return { ok: true, value: canonical(result.data) };
  }
  const [issue] = result.error.issues;
  const place = [name, ...(issue?.path ?? [])].join('.');
  return rejected(`${place}: ${issue?.message ?? 'it has the wrong shape'}`.slice(0, 500));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function rejected(why: string): Read {
  return { ok: false, why };
}
