import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { API_VERSION } from '../api/group.ts';
import { type Fields, fieldsOf } from '../base/fields.ts';
import type { ObjectDraft } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { readYaml } from '../kube/yaml.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../objects/stoa.ts';
import { Refused } from './failure.ts';
import { nameProblem, namespaceProblem } from './name.ts';

/** Object of a file, of one of Stoa's kinds. */
export interface FileObject {
  readonly resource: Resource;
  readonly draft: ObjectDraft & { readonly metadata: { readonly namespace: string } };
}

/** Resources of Stoa's kinds. */
const RESOURCES: readonly Resource[] = [APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS];

/** Text of a file, or of the standard input where its path is `-`. Throws Refused. */
export async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw new Refused(`the file cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Objects of a YAML or JSON file, without what the API server adds; those without a namespace are in `fallback`, and
 * with `wanted`, no other namespace is allowed. Throws Refused. Pure.
 */
export function objectsIn(
  content: string,
  fallback: string,
  wanted: string | undefined,
): readonly FileObject[] {
  const objects = documentsIn(content)
    .flatMap(itemsOf)
    .map((object) => objectOf(fieldsOf(object), fallback));
  const stray = objects.find(({ draft }) => wanted !== undefined && draft.metadata.namespace !== wanted);
  if (stray !== undefined) {
    const { name, namespace } = stray.draft.metadata;
    throw new Refused(
      `${stray.draft.kind} ${name} is in the namespace ${namespace}, not in ${wanted}: leave out -n`,
    );
  }
  if (objects.length === 0) {
    throw new Refused('the file has no objects');
  }
  return objects;
}

/** Documents of a YAML or JSON file. Throws Refused. Pure. */
export function documentsIn(content: string): readonly unknown[] {
  const read = readYaml(content);
  if (!read.ok) {
    throw new Refused(`the file cannot be read: ${read.why}`);
  }
  return read.documents;
}

/** Items of a List as `kubectl get` prints it, or the object itself. */
function itemsOf(object: unknown): readonly unknown[] {
  const { kind, items } = fieldsOf(object);
  return kind === 'List' && Array.isArray(items) ? items : [object];
}

function objectOf(object: Fields, fallback: string): FileObject {
  const { apiVersion, kind, metadata, status: _status, ...content } = object;
  const resource = RESOURCES.find((each) => each.kind === kind);
  if (resource === undefined || apiVersion !== API_VERSION) {
    throw new Refused(
      `the file has ${apiVersion} ${kind}: this command takes ${RESOURCES.map((each) => each.kind).join(', ')} of ${API_VERSION}; for others there is kubectl diff`,
    );
  }
  const { name, namespace = fallback, labels, annotations } = fieldsOf(metadata);
  if (typeof name !== 'string' || name === '' || typeof namespace !== 'string') {
    throw new Refused(`a ${kind} of the file has no metadata.name, or none that is a text`);
  }
  const problem = nameProblem(name) ?? namespaceProblem(namespace);
  if (problem !== undefined) {
    throw new Refused(`a ${kind} of the file: ${problem}`);
  }
  const draft = {
    ...content,
    apiVersion,
    kind: resource.kind,
    metadata: {
      name,
      namespace,
      ...(labels === undefined ? {} : { labels: fieldsOf(labels) as Record<string, string> }),
      annotations: fieldsOf(annotations) as Record<string, string>,
    },
  };
  return { resource, draft };
}
