import { X509Certificate } from 'node:crypto';
import { ENGINE_BOUNDS } from '../api/bounds.ts';
import { pemBlocks, unlessBroken } from './pem.ts';

/** Key of a ConfigMap, or of a Secret, in which engines read authorities. */
export const AUTHORITIES_KEY = 'ca.crt';

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
    return unusable(`its key ${AUTHORITIES_KEY} has more than ${bytes} bytes`);
  }
  const blocks = pemBlocks(file).filter(({ label }) => label === 'CERTIFICATE');
  if (blocks.length === 0) {
    return unusable(`its key ${AUTHORITIES_KEY} has no certificate in PEM`);
  }
  if (blocks.length > most) {
    return unusable(
      `its key ${AUTHORITIES_KEY} has ${blocks.length} certificates, and at most ${most} count`,
    );
  }
  const certificates = blocks.map(({ text }) => unlessBroken(() => new X509Certificate(text)));
  const broken = certificates.indexOf(undefined);
  return broken >= 0
    ? unusable(`certificate ${broken + 1} of its key ${AUTHORITIES_KEY} cannot be read`)
    : {
        type: 'usable',
        validities: certificates.flatMap((each) =>
          each === undefined ? [] : [{ starts: each.validFromDate, expires: each.validToDate }],
        ),
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
