import { createHash, randomBytes } from 'node:crypto';

/**
 * The name of a new install: it follows from the Idempotency-Key where there is one, so that of two requests
 * with the same key the API server refuses one, whichever replica takes them; else every request makes an
 * install of its own.
 */
export function installName(appId: number, idempotencyKey: string | undefined): string {
  const unique =
    idempotencyKey === undefined
      ? randomBytes(6).toString('hex')
      : createHash('sha256')
          .update(JSON.stringify([appId, idempotencyKey]))
          .digest('hex')
          .slice(0, 20);
  return `install-${unique}`;
}

/** Name of the Secret with the access key of an install. */
export function accessKeyName(install: string): string {
  return `${install}-access-key`;
}
