import { ENGINE_BOUNDS } from '../api/bounds.ts';
import { certificateBlocks, certificatesInBlocks } from './certificatefile.ts';

/** Key of a ConfigMap, or of a Secret, in which engines read authorities. */
export const AUTHORITIES_KEY = 'ca.crt';

/** The key in a sentence on its object. */
const ITS_KEY = `its key ${AUTHORITIES_KEY}`;

/** Time in which a certificate is valid. */
interface Validity {
  readonly starts: Date;
  readonly expires: Date;
}

/** Authorities of a ConfigMap, as engines read them. */
export type Authorities =
  | { readonly type: 'usable'; readonly validities: readonly Validity[] }
  | { readonly type: 'unusable'; readonly why: string };

/** Reads the authorities among the texts of a ConfigMap. They are usable if each engine that Stoa knows can read them. */
export function readAuthorities(data: Readonly<Record<string, string>> = {}): Authorities {
  const file = data[AUTHORITIES_KEY];
  if (file === undefined) {
    return unusable(`it has no key ${AUTHORITIES_KEY}`);
  }
  const { bytes, certificates: most } = ENGINE_BOUNDS.trusted;
  if (Buffer.byteLength(file) > bytes) {
    return unusable(`${ITS_KEY} has more than ${bytes} bytes`);
  }
  const blocks = certificateBlocks(ITS_KEY, file);
  if (typeof blocks === 'string') {
    return unusable(blocks);
  }
  if (blocks.length === 0) {
    return unusable(`${ITS_KEY} has no certificate in PEM`);
  }
  if (blocks.length > most) {
    return unusable(`${ITS_KEY} has ${blocks.length} certificates, and at most ${most} count`);
  }
  const certificates = certificatesInBlocks(ITS_KEY, blocks);
  return typeof certificates === 'string'
    ? unusable(certificates)
    : {
        type: 'usable',
        validities: certificates.map((each) => ({ starts: each.validFromDate, expires: each.validToDate })),
      };
}

/** Why authorities verify nothing at a time; undefined where one of them is valid. Pure. */
export function lapseOf(validities: readonly Validity[], now: Date): string | undefined {
  if (validities.some(({ starts, expires }) => starts <= now && now < expires)) {
    return undefined;
  }
  const coming = validities.filter(({ starts }) => starts > now).map(({ starts }) => starts.getTime());
  return coming.length > 0
    ? `none of its certificates is valid before ${new Date(Math.min(...coming)).toISOString()}`
    : `the last of its certificates has expired at ${lastEnd(validities).toISOString()}`;
}

function lastEnd(validities: readonly Validity[]): Date {
  return new Date(Math.max(...validities.map(({ expires }) => expires.getTime())));
}

function unusable(why: string): Authorities {
  return { type: 'unusable', why };
}
