/** Generator of the CRDs: `npm run generate`. A test fails if they are stale. */
import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { fieldsOf } from '../base/fields.ts';
import { customResourceDefinition } from './crd.ts';
import { GROUP, SCHEMA_DIGEST } from './group.ts';
import type { KindDefinition } from './kind.ts';
import { kinds } from './kinds.ts';
import { schemaDigest } from './skew.ts';

/** YAML 1.1 as kubectl reads it, in which an unquoted `on` is a boolean. */
const YAML_OPTIONS = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Contents of the generated files, by path below the root of the repository. */
export function generated(): Map<string, string> {
  const header = '# Generated from src/api by `npm run generate`: change the schema there.\n';
  return new Map(
    kinds.map((definition) => [
      `crds/${definition.plural}.${GROUP}.yaml`,
      header + stringify(crdFile(definition), YAML_OPTIONS),
    ]),
  );
}

/** CRD with the digest of its schema. */
function crdFile(definition: KindDefinition): Record<string, unknown> {
  const { apiVersion, kind, metadata, ...rest } = customResourceDefinition(definition);
  const annotations = { [SCHEMA_DIGEST]: schemaDigest(definition) };
  return { apiVersion, kind, metadata: { ...fieldsOf(metadata), annotations }, ...rest };
}

if (import.meta.main) {
  for (const [path, content] of generated()) {
    await writeFile(new URL(`../../${path}`, import.meta.url), content);
  }
}
