import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { type InputProblem, problemsOf } from '../api/issue.ts';
import { fieldsOf } from '../base/fields.ts';

const backendSchema = z.object({
  service: z
    .object({
      name: z.string(),
      port: z.object({ number: z.int().optional(), name: z.string().optional() }).default({}),
    })
    .optional(),
});

export type Backend = z.infer<typeof backendSchema>;

const pathSchema = z.object({
  path: z.string().default('/'),
  pathType: z.enum(['Prefix', 'Exact', 'ImplementationSpecific']).default('ImplementationSpecific'),
  backend: backendSchema,
});

/** Path of an Ingress, with its backend. */
export type IngressPath = z.infer<typeof pathSchema>;

const ingressSchema = z.object({
  apiVersion: z.literal('networking.k8s.io/v1'),
  metadata: z.object({
    name: z.string(),
    namespace: z.string().optional(),
    creationTimestamp: z.string().nullish(),
    annotations: z.record(z.string(), z.string()).nullish(),
  }),
  spec: z.object({
    ingressClassName: z.string().nullish(),
    defaultBackend: backendSchema.nullish(),
    rules: z
      .array(
        z.object({ host: z.string().default(''), http: z.object({ paths: z.array(pathSchema) }).optional() }),
      )
      .default([]),
    tls: z
      .array(z.object({ hosts: z.array(z.string()).default([]), secretName: z.string().optional() }))
      .default([]),
  }),
});

/** Ingress, as far as it is read. */
export type Ingress = z.infer<typeof ingressSchema>;

/** IngressClass, as far as it is read. */
export interface IngressClass {
  readonly controller: string;
  readonly isDefault: boolean;
  /** Kind and name of its parameters. */
  readonly parameters?: string;
}

/** Certificates by `namespace/name` of their Secret; `none` for a Secret without one, and none for those of which nothing is known. */
export type Certificates = ReadonlyMap<string, X509Certificate | 'none'>;

/** Objects that a migration reads. */
export interface Objects {
  readonly ingresses: readonly Ingress[];
  readonly classes: ReadonlyMap<string, IngressClass>;
  /** Data of ConfigMaps, by `namespace/name`. */
  readonly configMaps: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Certificates of Secrets, by `namespace/name`. */
  readonly certificates: Certificates;
  /** Namespace whose Ingresses become rules, where others are read for what they say of the same hosts. */
  readonly only?: string | undefined;
  /** Ingresses that cannot be read, with the reason. */
  readonly unreadable: readonly { readonly ingress: string; readonly why: string }[];
}

/** Annotation of the class that Ingresses without a class belong to. */
const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class';

/** Objects of documents, with the items of lists; those of other kinds are left out. Pure. */
export function ingressObjects(documents: readonly unknown[]): Objects {
  const ingresses: Ingress[] = [];
  const unreadable: Objects['unreadable'][number][] = [];
  const classes = new Map<string, IngressClass>();
  const configMaps = new Map<string, Readonly<Record<string, string>>>();
  const certificates = new Map<string, X509Certificate | 'none'>();
  for (const object of documents.flatMap(itemsOf)) {
    const { kind, metadata, spec, data, stringData } = fieldsOf(object);
    const { name, namespace = '', annotations } = fieldsOf(metadata);
    if (kind === 'Ingress') {
      const parsed = ingressSchema.safeParse(object, { reportInput: true });
      if (parsed.success) {
        ingresses.push(parsed.data);
      } else {
        unreadable.push({ ingress: `${namespace}/${name}`, why: textOf(problemsOf(parsed.error)) });
      }
    } else if (kind === 'IngressClass') {
      classes.set(String(name), classOf(fieldsOf(spec), fieldsOf(annotations)[DEFAULT_CLASS] === 'true'));
    } else if (kind === 'ConfigMap') {
      configMaps.set(`${namespace}/${name}`, dataTexts(data));
    } else if (kind === 'Secret') {
      certificates.set(`${namespace}/${name}`, certificateIn(data, stringData));
    }
  }
  return { ingresses, classes, configMaps, certificates, unreadable };
}

/** Certificate of a Secret for TLS. */
function certificateIn(data: unknown, stringData: unknown): X509Certificate | 'none' {
  const { 'tls.crt': encoded } = dataTexts(data);
  const { 'tls.crt': plain = Buffer.from(encoded ?? '', 'base64').toString() } = dataTexts(stringData);
  try {
    return new X509Certificate(plain);
  } catch {
    return 'none';
  }
}

function itemsOf(object: unknown): readonly unknown[] {
  const { kind, items } = fieldsOf(object);
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? items : [object];
}

function classOf(
  { controller, parameters }: Readonly<Record<string, unknown>>,
  isDefault: boolean,
): IngressClass {
  const { kind, name } = fieldsOf(parameters);
  return {
    controller: String(controller),
    isDefault,
    ...(kind === undefined ? {} : { parameters: `${kind} ${name}` }),
  };
}

/** Texts of a map, such as the data of a ConfigMap. */
export function dataTexts(data: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fieldsOf(data)).map(([key, value]) => [key, String(value)]));
}

function textOf(problems: readonly InputProblem[]): string {
  return problems.map(({ path, message }) => `${path} ${message}`).join('; ');
}

/** Name of an Ingress with its namespace, if it has one. */
export function keyOfIngress({ metadata: { name, namespace } }: Ingress): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Ingresses in the order in which the original prefers them: the oldest first, and of two as old that with the later name. Pure. */
export function inOrder(ingresses: readonly Ingress[]): readonly Ingress[] {
  const ranked = ingresses.map((ingress) => ({
    ingress,
    age: ingress.metadata.creationTimestamp ?? '',
    name: `${ingress.metadata.namespace ?? ''}/${ingress.metadata.name}`,
  }));
  return ranked
    .toSorted((one, other) => compared(one.age, other.age) || compared(other.name, one.name))
    .map(({ ingress }) => ingress);
}

function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
