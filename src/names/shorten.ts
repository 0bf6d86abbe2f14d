import { NAME_ANNOTATIONS } from '../api/group.ts';
import type { KubeObject } from '../kube/object.ts';

/** Most characters of a declaration that caches keep. */
const LONGEST = 16_384;

/** Entry that no reader of declarations accepts. */
const TOO_LONG = '(too long)';

/**
 * Namespace whose declarations caches keep: one that is too long would vanish, and its team would be free to have
 * what nobody has declared. It becomes one that cannot be read instead.
 */
export function withShortDeclarations(namespace: KubeObject): KubeObject {
  const { annotations = {} } = namespace.metadata;
  const long = Object.values(NAME_ANNOTATIONS).filter((name) => (annotations[name] ?? '').length > LONGEST);
  return long.length === 0
    ? namespace
    : {
        ...namespace,
        metadata: {
          ...namespace.metadata,
          annotations: { ...annotations, ...Object.fromEntries(long.map((name) => [name, TOO_LONG])) },
        },
      };
}
