/** Who a call is made for; sent as impersonation headers. */
export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid?: string | undefined;
  /** What else the cluster knows of the user, such as the id of a token: audit and admission see it. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The headers that make the API server act for somebody; throws where the user is empty. */
export function impersonationHeaders({
  user,
  groups,
  uid,
  extra = {},
}: Impersonation): (readonly [string, string])[] {
  if (user === '') {
    throw new Error('an empty user cannot be impersonated');
  }
  const pairs = [
    ['Impersonate-User', user],
    ...groups.map((group) => ['Impersonate-Group', group]),
    ...(uid ? [['Impersonate-Uid', uid]] : []),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => [`Impersonate-Extra-${escapedKey(key)}`, value]),
    ),
  ];
  return pairs.map(([name = '', value = '']) => [name, asBytes(value)]);
}

/**
 * The key of an extra as a part of a header's name, which the server makes lower case before it undoes
 * percent-encoding.
 */
function escapedKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[a-z0-9._-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

/** A text whose characters are the bytes of its UTF-8: headers are sent byte by byte, and the server reads UTF-8. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
