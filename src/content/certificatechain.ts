import type { X509Certificate } from 'node:crypto';
import { present } from '../base/fields.ts';
import { clipped } from '../base/text.ts';
import { visible } from '../base/visible.ts';

/** Most certificates of a chain, the certificate itself included: clients follow no longer one. */
const MAX_CHAIN = 10;

/** Most characters of the name of an authority in a text. */
const MAX_NAME = 100;

/** Certificate of an authority in the chain of another one. */
export interface Issuer {
  /** Name of the authority. */
  readonly name: string;
  readonly starts: Date;
  readonly expires: Date;
}

/** Chain of a certificate, as a file presents it. */
export interface Chain {
  /** The authorities above the certificate, the closest first, without a root: clients have their own copy of that. */
  readonly issuers: readonly Issuer[];
  /** Predicate that says why clients may not find their way to a root; missing where they do. */
  readonly gap?: string;
}

/**
 * Chain from a certificate through others that follow it in a file. `roots` are authorities that clients are known to
 * have. A chain that ends above its first issuer is complete: its root is customarily left out.
 */
export function chainOf(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): Chain {
  const path = pathOf(certificate, others);
  const issuers = path.filter((each) => !isRoot(each)).map(issuerOf);
  const gap = gapOf(certificate, others, path, roots);
  return { issuers, ...present({ gap }) };
}

/** The certificates from the issuer of one upwards, as far as they are among others. */
function pathOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const path: X509Certificate[] = [];
  let top = certificate;
  while (path.length < MAX_CHAIN && !isRoot(top)) {
    const lower = top;
    const issuer = others.find((each) => !path.includes(each) && isIssuedBy(lower, each));
    if (issuer === undefined) {
      break;
    }
    path.push(issuer);
    top = issuer;
  }
  return path;
}

function gapOf(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  path: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): string | undefined {
  if (path.some((each, index) => others[index] !== each)) {
    return 'has a chain that is not in order: put the certificate of its issuer directly behind it, then that of the issuer’s, and so on';
  }
  if (path.length > 0 || isRoot(certificate) || roots.some((each) => isIssuedBy(certificate, each))) {
    return undefined;
  }
  const issuer = authorityName(certificate.issuer);
  const [next] = others;
  return next === undefined
    ? `comes without that of its issuer, ${issuer}: clients that do not know ${issuer} refuse it. Put the certificate of ${issuer} behind it`
    : `is issued by ${issuer}, but is followed by the certificate of ${authorityName(next.subject)}: clients do not find the way to a root. Put the certificate of ${issuer} behind it`;
}

/** Whether a certificate is signed by its own key. */
function isRoot(certificate: X509Certificate): boolean {
  return certificate.issuer === certificate.subject && isIssuedBy(certificate, certificate);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    // Keys that OpenSSL cannot verify with.
    return false;
  }
}

function issuerOf(certificate: X509Certificate): Issuer {
  return {
    name: authorityName(certificate.subject),
    starts: certificate.validFromDate,
    expires: certificate.validToDate,
  };
}

/** Common name of an authority, or its organization, by its distinguished name. */
export function authorityName(distinguished: string | undefined): string {
  const lines = (distinguished ?? '').split('\n');
  const named = (attribute: string) =>
    lines.find((line) => line.startsWith(attribute))?.slice(attribute.length);
  const name = named('CN=') ?? named('O=') ?? '';
  return clipped(visible(name), MAX_NAME);
}
