/** A JSON web token with these claims, which nobody has signed. */
export function webToken(claims: object): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encoded({ alg: 'RS256' })}.${encoded(claims)}.c2lnbmF0dXJl`;
}
