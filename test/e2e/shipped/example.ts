import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { repository } from '../../../deploy/local/repository.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';

/** The objects of `deploy/examples`, as users apply them. */
export function exampleObjects(): readonly ObjectDraft[] {
  const files = readdirSync(repository.examples).filter((name) => name.endsWith('.yaml'));
  return files.toSorted().flatMap((name) => objectsIn(join(repository.examples, name)));
}

/** The objects of a file. */
export function objectsIn(file: string): readonly ObjectDraft[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as ObjectDraft);
}
