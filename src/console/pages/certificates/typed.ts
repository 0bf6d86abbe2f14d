/** Text that somebody has typed about a certificate. */
export interface Typed {
  readonly alias: string;
  readonly certificate: string;
  readonly key: string;
}

/** Whether it says enough to ask the API about it. */
export function isWhole({ alias, certificate, key }: Typed): boolean {
  return [alias, certificate, key].every((text) => text.trim() !== '');
}

/** Body that stores it. */
export function certificateBody({ alias, certificate, key }: Typed): Readonly<Record<string, string>> {
  return { alias: alias.trim(), certificate, private_key: key };
}

/** The same without the private key, to be shown. */
export function withoutKey(typed: Typed): Typed {
  return { ...typed, key: '(the private key)' };
}
