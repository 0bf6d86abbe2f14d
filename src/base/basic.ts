/** Header Authorization of the Basic scheme (RFC 7617) for `user:password`. */
export function basicAuthorization(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword).toString('base64')}`;
}
