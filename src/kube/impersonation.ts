/** User whom a call impersonates. */
export interface Impersonation {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid?: string | undefined;
  /** Further attributes of the user for audit and admission, such as the id of a token. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Impersonation headers of a user. Throws an Error for an empty user. */
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

/** Percent-encoded key of an extra. The server lower-cases the header name before it decodes it. */
function escapedKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[a-z0-9._-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

/** Text with one character per byte of its UTF-8 form, because headers are sent as latin1 and read as UTF-8. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
