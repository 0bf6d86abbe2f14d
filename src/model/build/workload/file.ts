import type { NotApplied } from '../../../api/marketinstall.ts';
import { CONFIG_MAPS } from '../../../objects/core.ts';
import type { PlannedObject } from '../../../objects/planned.ts';
import { isSecretKey } from '../env.ts';
import { objectName } from '../name.ts';
import { plannedObject, plannedSecret } from '../object.ts';
import type { FileMount, PartsContext } from '../parts.ts';
import type { Value } from '../variables/fill.ts';
import { MAX_FILE_BYTES } from './fillfile.ts';

/** Object of a config file, with its one key. */
interface MadeFile {
  /** ConfigMap, or Secret where the text holds a secret. */
  readonly object: PlannedObject;
  /** Whether the object belongs to the component that mounts the file; else its owner has it. */
  readonly isOwn: boolean;
  readonly key: string;
  readonly value: Value;
}

/**
 * Word of the names of config files. Another word than that of the first release, whose objects have another key: pods
 * of that release can restart with their old objects until they are replaced.
 */
const KIND = 'config-file';

/** Key of a file whose name cannot be one. */
const OTHER_KEY = 'content';

/** Object of a config file as a component gets it, or the reason why it cannot be mounted. */
export function makeFile(mount: FileMount, { fillFile, surroundings }: PartsContext): MadeFile | NotApplied {
  const { owner, mounter, file } = mount;
  const { value, holder } = fillFile(mount);
  if (Buffer.byteLength(value.text) > MAX_FILE_BYTES) {
    const why = 'it is longer than 1 MiB, which no ConfigMap has room for';
    return { path: `${file.path}.file_content`, why };
  }
  const base = file.mountPath.slice(file.mountPath.lastIndexOf('/') + 1);
  const key = isSecretKey(base) ? base : OTHER_KEY;
  const kind = holder === owner ? KIND : `${KIND}-${owner.workload}`;
  const metadata = { name: objectName(holder, kind, file.mountPath), labels: holder.labels };
  const texts = { [key]: value.text };
  const object = value.secret
    ? plannedSecret(surroundings, metadata, texts)
    : plannedObject(CONFIG_MAPS, surroundings, metadata, { data: texts });
  return { object, isOwn: holder === mounter, key, value };
}
