import { KubeError } from '../../kube/error.ts';

/** What looking for something came to: the user need not be permitted to see everything. */
export type ReadResult<T> =
  | { readonly type: 'found'; readonly value: T }
  | { readonly type: 'missing' }
  | { readonly type: 'forbidden' };

/** Looks for something that may not be there, or may not be shown to the user. Throws every other KubeError. */
export async function tryRead<T>(call: Promise<T>): Promise<ReadResult<T>> {
  try {
    return { type: 'found', value: await call };
  } catch (error) {
    const type = error instanceof KubeError ? error.failure.type : undefined;
    if (type === 'not-found' || type === 'forbidden') {
      return { type: type === 'forbidden' ? type : 'missing' };
    }
    throw error;
  }
}
