import { fieldsOf, isFields } from '../base/fields.ts';
import type { KubeClient } from './client.ts';
import { KubeError } from './error.ts';

/** Type of a kind, as a published schema names it. */
interface PublishedType {
  readonly group: string;
  readonly version: string;
}

const JSON_TYPE = 'application/json';

/**
 * Schemas that the API server publishes of the kinds of a group (OpenAPI v3), by their kinds; none where it serves none,
 * and undefined where the user may not read them. Every authenticated user may, unless somebody has changed it. Throws
 * KubeError.
 */
export async function publishedSchemas(
  client: Pick<KubeClient, 'read'>,
  { group, version }: PublishedType,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, unknown> | undefined> {
  try {
    const options = { accept: JSON_TYPE, ...(signal && { signal }) };
    const index = await client.read<unknown>('/openapi/v3', options);
    const entry = fieldsOf(fieldsOf(fieldsOf(index).paths)[`apis/${group}/${version}`]);
    if (typeof entry.serverRelativeURL !== 'string') {
      return isFields(index) && isFields(index.paths) ? new Map() : undefined;
    }
    const document = await client.read<unknown>(entry.serverRelativeURL, options);
    return schemasIn(document, group);
  } catch (error) {
    if (error instanceof KubeError && ['forbidden', 'not-found', 'refused'].includes(error.failure.type)) {
      return undefined;
    }
    throw error;
  }
}

function schemasIn(document: unknown, group: string): ReadonlyMap<string, unknown> {
  const schemas = Object.values(fieldsOf(fieldsOf(fieldsOf(document).components).schemas));
  return new Map(
    schemas.flatMap((schema) => {
      const types = fieldsOf(schema)['x-kubernetes-group-version-kind'];
      const own = (Array.isArray(types) ? types : []).map(fieldsOf).find((type) => type.group === group);
      return typeof own?.kind === 'string' ? [[own.kind, schema] as const] : [];
    }),
  );
}
