/** Claims of a JSON Web Token, of which the API server proves that they are true. Throws an Error where there are none. */
export function claimsOf(token: string): {
  readonly iss: string;
  readonly sub: string;
  readonly exp: number;
} {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
    char.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Whether two tokens, which the API has accepted, are of one caller for sure. Pure. */
export function isSameCaller(one: string, other: string): boolean {
  return one === other || (callerOf(one) !== undefined && callerOf(one) === callerOf(other));
}

function callerOf(token: string): string | undefined {
  try {
    const { iss, sub } = claimsOf(token);
    return iss && sub ? JSON.stringify([iss, sub]) : undefined;
  } catch {
    // Other tokens than JSON Web Tokens tell nothing.
    return undefined;
  }
}
