import type { NotApplied } from '../../../api/marketinstall.ts';
import { CONFIG_MAPS } from '../../../objects/core.ts';
import type { ConfigFile } from '../../model/settings.ts';
import type { PlannedObject } from '../expansion.ts';
import { objectName } from '../name.ts';
import { plannedObject } from '../object.ts';
import type { Part, PartsContext } from '../parts.ts';

/** Key of the file in its ConfigMap; the mount gives it its name. */
export const FILE_KEY = 'content';

/** Largest config file, in bytes: the API server's limit of a ConfigMap, less some for the name. */
const MAX_BYTES = 1024 * 1024 - 1024;

/** Name of the ConfigMap of a config file. */
export function fileName(part: Part, { mountPath }: ConfigFile): string {
  return objectName(part, 'file', mountPath);
}

/** Reason why a config file cannot be mounted; undefined where it can. */
export function fileProblem({ path, content }: ConfigFile): NotApplied | undefined {
  return Buffer.byteLength(content) > MAX_BYTES
    ? { path: `${path}.file_content`, why: 'it is longer than 1 MiB, which no ConfigMap has room for' }
    : undefined;
}

/** ConfigMap of a config file. */
export function makeFile(part: Part, file: ConfigFile, { surroundings }: PartsContext): PlannedObject {
  const metadata = { name: fileName(part, file), labels: part.labels };
  return plannedObject(CONFIG_MAPS, surroundings, metadata, { data: { [FILE_KEY]: file.content } });
}
