/** A mistake of the user or a fault of the environment; its message is one line that names the way out. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
