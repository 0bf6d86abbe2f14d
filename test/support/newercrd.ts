import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** Node of a schema in a CRD. */
export interface CrdSchema {
  properties?: Record<string, CrdSchema>;
  items?: CrdSchema;
  enum?: string[];
  maxItems?: number;
  [keyword: string]: unknown;
}

/** CustomResourceDefinition with one version, as plain data that a test may change. */
export interface Crd {
  readonly metadata: { readonly name: string; annotations?: Record<string, string> };
  readonly spec: {
    readonly versions: { readonly schema: { readonly openAPIV3Schema: CrdSchema } }[];
  };
}

/** YAML as kubectl reads it, in which an unquoted `on` is a boolean. */
export const YAML_OF_KUBECTL = { version: '1.1' } as const;

/** The CRD of a kind of Stoa as this version has it. */
export async function crdOf(plural: string): Promise<Crd> {
  return await crdIn(new URL(`../../crds/${plural}.stoa.dev.yaml`, import.meta.url));
}

/** The CRD in a file. */
export async function crdIn(file: string | URL): Promise<Crd> {
  return parse(await readFile(file, 'utf8'), YAML_OF_KUBECTL) as Crd;
}

/** The schema of a field of a CRD, as a path from the object; throws where there is none. */
export function schemaAt(crd: Crd, path: string): CrdSchema {
  const root = crd.spec.versions[0]?.schema.openAPIV3Schema ?? {};
  const names = path === '' ? [] : path.split('.');
  return names.reduce((schema, name) => {
    const found = schema.properties?.[name];
    if (found === undefined) {
      throw new Error(`${crd.metadata.name} has no field ${path}`);
    }
    return found;
  }, root);
}

/** Adds a field to a CRD, as a later version has it. */
export function addField(crd: Crd, path: string, schema: CrdSchema): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = schemaAt(crd, names.join('.'));
  parent.properties = { ...parent.properties, [last]: schema };
}

/** Takes a field from a CRD, with the rules that speak of it, as an earlier version has it. */
export function removeField(crd: Crd, path: string): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  for (let length = 0; length <= names.length; length += 1) {
    const schema = schemaAt(crd, names.slice(0, length).join('.'));
    const rules = (schema['x-kubernetes-validations'] ?? []) as readonly object[];
    schema['x-kubernetes-validations'] = rules.filter((rule) => !JSON.stringify(rule).includes(`.${last}`));
  }
  delete schemaAt(crd, names.join('.')).properties?.[last];
}
