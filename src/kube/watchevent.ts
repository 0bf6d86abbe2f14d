import { failureOf, KubeError, type StatusBody } from './error.ts';
import type { KubeObject } from './object.ts';

/** One line of a watch. */
export type WatchEvent<T extends KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };

/** The event that a line is. Throws KubeError: what an ERROR says, or `unreachable` for what is no event. */
export function watchEvent<T extends KubeObject>(line: string): WatchEvent<T> {
  const { type, object } = parsed<T>(line);
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
      throw garbage(line);
  }
}

interface Line<T> {
  readonly type: string;
  readonly object: T & StatusBody;
}

function parsed<T extends KubeObject>(line: string): Line<T> {
  try {
    const value = JSON.parse(line) as Partial<Line<T>> | null;
    const { type, object } = value ?? {};
    if (type !== undefined && object && (type === 'ERROR' || object.metadata?.resourceVersion)) {
      return { type, object };
    }
  } catch (cause) {
    throw garbage(line, { cause });
  }
  throw garbage(line);
}

/** Something between us and the server cut or broke the stream: the same watch again may go well. */
function garbage(line: string, options?: ErrorOptions): KubeError {
  return new KubeError({ type: 'unreachable' }, `no event of a watch: ${line.slice(0, 200)}`, options);
}
