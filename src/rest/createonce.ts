import { shortHash } from '../base/hash.ts';
import { isFailure } from '../kube/error.ts';

/** Creation of an object whose title, such as an alias, no other object of the team may have. */
interface Creation<T> {
  /** Names of the object: the one that derives from its title, and one that nothing else has. */
  readonly names: readonly [string, string];
  readonly create: (name: string) => Promise<T>;
  /** Throws a Problem where an object has the title. */
  readonly requireFree: () => Promise<void>;
}

/**
 * Creates an object whose name derives from its title: of two requests at the same time the API server rejects one.
 * An object that only has the name, since it got another title later, is not in the way.
 */
export async function createOnce<T>({ names, create, requireFree }: Creation<T>): Promise<T> {
  const [derived, unique] = names;
  try {
    return await create(derived);
  } catch (error) {
    if (!isFailure(error, 'already-exists')) {
      throw error;
    }
  }
  await requireFree();
  return await create(unique);
}

/** Digest of a title, as a part of a name. */
export function titleDigest(title: string): string {
  return shortHash(title, 20);
}
