import { failureOf, KubeError, type StatusBody } from './error.ts';
import type { KubeObject } from './object.ts';

/** Event of a watch. */
export type WatchEvent<T extends KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };

/** Event in a line of a watch. Throws KubeError: the failure of an ERROR event, or `unreachable` if malformed. */
export function watchEvent<T extends KubeObject>(line: string): WatchEvent<T> {
  const { type, object } = parsedLine<T>(line);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object };
    case 'BOOKMARK':
      return { type, resourceVersion: object.metadata.resourceVersion };
    case 'ERROR':
      throw new KubeError(
        failureOf(object.code ?? 500, object),
        object.message ?? 'the server ended the watch',
      );
    default:
      throw malformed(line);
  }
}

interface Line<T> {
  readonly type: string;
  readonly object: T & StatusBody;
}

function parsedLine<T extends KubeObject>(line: string): Line<T> {
  try {
    const value = JSON.parse(line) as Partial<Line<T>> | null;
    const { type, object } = value ?? {};
    if (type !== undefined && object && (type === 'ERROR' || object.metadata?.resourceVersion)) {
      return { type, object };
    }
  } catch (cause) {
    throw malformed(line, { cause });
  }
  throw malformed(line);
}

/** Error of a line that a proxy truncated or altered; a retry of the watch may succeed. */
function malformed(line: string, options?: ErrorOptions): KubeError {
  return new KubeError({ type: 'unreachable' }, `no event of a watch: ${line.slice(0, 200)}`, options);
}
