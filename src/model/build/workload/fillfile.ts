import type { ConfigFile } from '../../read/storage.ts';
import type { FileMount, FilledFile, FillFile, Part } from '../parts.ts';
import { fillText, type Growth, type Value } from '../variables/fill.ts';

/** Largest config file, in bytes: the API server's limit of a ConfigMap or Secret, less some for the name. */
export const MAX_FILE_BYTES = 1024 * 1024 - 1024;

/**
 * Filler of config files, which fills in each once per component that mounts it. A component that mounts the file of
 * another gets it with its own envs, then with those of the owner. Such a copy counts as growth as a whole: with no
 * room left, the component gets the file as its owner does.
 */
export function fileFiller(growth: Growth): FillFile {
  const owned = new Map<ConfigFile, Value>();
  const copies = new Map<ConfigFile, Map<Part, FilledFile>>();
  const ofOwner = ({ file, owner }: FileMount) =>
    remembered(owned, file, () => fillText(file.content, [owner.scope], growth, MAX_FILE_BYTES));
  const copyOf = (mount: FileMount): FilledFile => {
    const { file, owner, mounter } = mount;
    const original: FilledFile = { value: ofOwner(mount), holder: owner };
    if (growth.left < file.content.length) {
      growth.denied = true;
      return original;
    }
    const value = fillText(file.content, [mounter.scope, owner.scope], growth, MAX_FILE_BYTES);
    const isSame = value.text === original.value.text && value.secret === original.value.secret;
    growth.left -= isSame ? 0 : file.content.length;
    return isSame ? original : { value, holder: mounter };
  };
  return (mount) => {
    const { file, owner, mounter } = mount;
    if (mounter === owner || !file.content.includes('${')) {
      return { value: ofOwner(mount), holder: owner };
    }
    const ofFile = remembered(copies, file, () => new Map<Part, FilledFile>());
    return remembered(ofFile, mounter, () => copyOf(mount));
  };
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
