import { firstFew } from '../base/text.ts';
import { type CertificateKey, coveringName, type UsableCertificate } from './certificate.ts';
import type { Issuer } from './certificatechain.ts';

/** Fault of a certificate that engines present. */
export interface Flaw {
  /** Clients refuse the first four for certain, and the others perhaps or later. */
  readonly type: 'name' | 'purpose' | 'expired' | 'not-yet-valid' | 'expiring' | 'chain' | 'key';
  /** Predicate of a sentence whose subject is the certificate. */
  readonly text: string;
}

/** Parts of a certificate that decide whether clients accept it. */
type Judged = Pick<
  UsableCertificate,
  'names' | 'starts' | 'expires' | 'key' | 'forServers' | 'issuers' | 'gap'
>;

/** Longest time before its end in which a certificate is about to expire. */
const MAX_NOTICE_MS = 14 * 86_400_000;

/** Part of the life of a certificate in which it is about to expire; those who renew in time do so before it. */
const NOTICE_PART = 1 / 4;

/** Most names that a text lists. */
const MAX_LISTED = 10;

/** Flaws of a certificate at a time, those that clients refuse for certain first. Pure. */
export function flawsOf(certificate: Judged, now: Date): Flaw[] {
  return [...purposeFlaws(certificate), ...timeFlaws(certificate, now), ...doubts(certificate, now)];
}

/** The flaw of a certificate that is not for a host; undefined where it is. Pure. */
export function nameFlaw({ names }: Pick<Judged, 'names'>, host: string): Flaw | undefined {
  const others = firstFew(names, MAX_LISTED, ', ') || 'no host (clients ignore its common name)';
  return coveringName(names, host) === undefined
    ? { type: 'name', text: `is for ${others}, not for ${host}` }
    : undefined;
}

/** Times at which the flaws of a certificate change. Pure. */
export function turningPoints(certificate: Pick<Judged, 'starts' | 'expires' | 'issuers'>): Date[] {
  return [certificate, ...certificate.issuers].flatMap((each) => [each.starts, noticeOf(each), each.expires]);
}

/** End of the certificate or of its issuer, whichever comes first: clients then refuse it. Pure. */
export function validityEnd(certificate: Pick<Judged, 'expires' | 'issuers'>): Date {
  return earliest(needed(certificate).map(({ expires }) => expires));
}

/** Time from which a certificate, or its issuer, is about to expire. Pure. */
export function renewalDue(certificate: Pick<Judged, 'starts' | 'expires' | 'issuers'>): Date {
  return earliest(needed(certificate).map(noticeOf));
}

function earliest(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())));
}

/** The certificate and that of its issuer: clients need both, and have neither from elsewhere. */
function needed<C extends Pick<Judged, 'issuers'>>(certificate: C): (C | Issuer)[] {
  return [certificate, ...certificate.issuers.slice(0, 1)];
}

/** Validity of a certificate. */
type Validity = Pick<Issuer, 'starts' | 'expires'>;

/** Time from which a certificate is about to expire: two weeks before its end, or less where its life is short. */
function noticeOf({ starts, expires }: Validity): Date {
  const life = expires.getTime() - starts.getTime();
  return new Date(expires.getTime() - Math.min(MAX_NOTICE_MS, life * NOTICE_PART));
}

function purposeFlaws({ forServers }: Judged): Flaw[] {
  return forServers
    ? []
    : [{ type: 'purpose', text: 'is not for servers: its extended key usage lacks serverAuth' }];
}

/** Flaws of the times of a certificate and of its issuer. */
function timeFlaws({ starts, expires, issuers: [issuer] }: Judged, now: Date): Flaw[] {
  const own = timeFlaw({ starts, expires }, now, (does, then) => `${does}${then}`);
  const above =
    issuer &&
    timeFlaw(issuer, now, (does, then) => `has a chain in which that of ${issuer.name} ${does}${then}`);
  const flaws = [own, above].filter((each) => each !== undefined);
  return flaws.toSorted((a, b) => Number(a.type === 'expiring') - Number(b.type === 'expiring'));
}

/** Flaw of the times of one certificate; `told` joins what it does, and the way out. */
function timeFlaw(
  validity: Validity,
  now: Date,
  told: (does: string, then: string) => string,
): Flaw | undefined {
  const { starts, expires } = validity;
  if (expires <= now) {
    return {
      type: 'expired',
      text: told(`has expired at ${expires.toISOString()}`, ': put a new one there'),
    };
  }
  if (starts > now) {
    return {
      type: 'not-yet-valid',
      text: told(`is not valid before ${starts.toISOString()}`, ': clients refuse it until then'),
    };
  }
  return noticeOf(validity) <= now
    ? {
        type: 'expiring',
        text: told(`expires at ${expires.toISOString()}`, ': put a new one there by then'),
      }
    : undefined;
}

/** Flaws for which some clients refuse a certificate. */
function doubts({ gap, issuers, key }: Judged, now: Date): Flaw[] {
  const [, ...upper] = issuers;
  const outdated = upper.find(({ starts, expires }) => expires <= now || starts > now);
  const uncommon = uncommonKey(key);
  return [
    ...(gap === undefined ? [] : [{ type: 'chain' as const, text: gap }]),
    ...(outdated === undefined
      ? []
      : [
          {
            type: 'chain' as const,
            text: `has a chain in which that of ${outdated.name} is not valid now: clients that have no other one refuse it`,
          },
        ]),
    ...(uncommon === undefined ? [] : [{ type: 'key' as const, text: uncommon }]),
  ];
}

function uncommonKey(key: CertificateKey): string | undefined {
  switch (key.type) {
    case 'rsa':
      return key.bits < 2048
        ? `has an RSA key of ${key.bits} bits, which many clients refuse: use 2048 or more`
        : undefined;
    case 'P-256':
    case 'P-384':
      return undefined;
    case 'P-521':
    case 'Ed25519':
      return `has a key of the kind ${key.type}, which most browsers refuse: use RSA, or ECDSA on P-256 or P-384`;
  }
}
