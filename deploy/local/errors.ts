/** Mistake of the user or fault of the environment; the message is one line that names the way out. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left',
  EDQUOT: 'no quota left',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'a read-only file system',
  ENOTDIR: 'not a folder',
  EEXIST: 'not a folder',
};

/**
 * Message about an error for the user: the line of a UserError, a line for a fault of the state folder's file
 * system, or the stack of a defect of the program itself.
 */
export function userMessage(error: unknown, stateDir: string | undefined): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error instanceof UserError) {
    return error.message.replaceAll('\n', ' ');
  }
  const cause = 'code' in error ? FILE_ERRORS[String(error.code)] : undefined;
  if (!cause) {
    return error.stack ?? error.message;
  }
  const place = 'path' in error && typeof error.path === 'string' ? error.path : stateDir;
  return `${cause}: ${place}; put the state elsewhere with --state-dir=DIR or repair this`;
}
