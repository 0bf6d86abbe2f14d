/** Generator of the CRDs: `npm run generate`. A test fails if they are stale. */
import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { application } from './application.ts';
import { customResourceDefinition } from './crd.ts';
import { gatewayRule } from './gatewayrule.ts';
import { GROUP } from './group.ts';
import type { KindDefinition } from './kind.ts';
import { marketInstall } from './marketinstall.ts';

/** Kinds of Stoa. */
export const kinds: readonly KindDefinition[] = [application, gatewayRule, marketInstall];

/** YAML 1.1 as kubectl reads it, in which an unquoted `on` is a boolean. */
const YAML_OPTIONS = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Contents of the generated files, by path below the root of the repository. */
export function generated(): Map<string, string> {
  const header = '# Generated from src/api by `npm run generate`: change the schema there.\n';
  return new Map(
    kinds.map((definition) => [
      `crds/${definition.plural}.${GROUP}.yaml`,
      header + stringify(customResourceDefinition(definition), YAML_OPTIONS),
    ]),
  );
}

if (import.meta.main) {
  for (const [path, content] of generated()) {
    await writeFile(new URL(`../../${path}`, import.meta.url), content);
  }
}
