import { isFailure } from '../kube/error.ts';

/** Attempts of a change that meets conflicts. */
const MAX_ATTEMPTS = 5;

/**
 * Result of a change that reads what it writes, from the first attempt without a conflict: the operator writes the
 * status of the same objects. Throws the error of the last attempt.
 */
export async function retried<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isFailure(error, 'conflict') || attempt === MAX_ATTEMPTS) {
        throw error;
      }
    }
  }
}
