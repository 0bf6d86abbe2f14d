/** Text that somebody has typed about a certificate. */
export interface Typed {
  readonly alias: string;
  readonly certificate: string;
  readonly key: string;
}

/** Advice on what to do before there is enough to ask the API about it; empty where there is enough. */
export function lackOf({ alias, certificate, key }: Typed): string {
  const needed = [
    { text: alias, words: 'Give it a name.' },
    { text: certificate, words: 'Paste the certificate.' },
    { text: key, words: 'Paste its private key.' },
  ];
  return needed.find(({ text }) => text.trim() === '')?.words ?? '';
}

/** Whether a text is a private key from its first line to its last. */
export function isWholeKey(text: string): boolean {
  const pem = text.trim();
  return pem.startsWith('-----BEGIN ') && pem.includes('-----END ') && pem.endsWith(' PRIVATE KEY-----');
}

/** Body that stores it. */
export function certificateBody({ alias, certificate, key }: Typed): Readonly<Record<string, string>> {
  return { alias: alias.trim(), certificate, private_key: key };
}

/** The same without the private key, to be shown. */
export function withoutKey(typed: Typed): Typed {
  return { ...typed, key: '(the private key)' };
}
