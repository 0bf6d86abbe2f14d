import { coveringName, type UsableCertificate } from '../content/certificate.ts';
import type { Name } from '../names/name.ts';
import type { TlsSecret } from '../objects/core.ts';
import type { GatewayListener } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Candidate } from '../rule/candidate.ts';
import { byStanding } from '../rule/claim.ts';
import type { CertificateRef } from '../rule/effective.ts';
import { httpsListenerName } from './listeners/name.ts';
import type { SecretName } from './secrets/name.ts';

/** The certificate that a host is served with. A host has one: that of its oldest rule that names one. */
export type HostTls =
  | { readonly type: 'none' }
  | { readonly type: 'missing'; readonly certificate: CertificateRef; readonly chosenBy: GatewayRule }
  | {
      readonly type: 'unusable';
      readonly secret: string;
      readonly why: string;
      /** Whether it is presented, and clients of another team are given it. */
      readonly isForeign?: boolean;
      /** Time until which it is not presented whatever it is. */
      readonly until?: Date;
      readonly chosenBy: GatewayRule;
    }
  | {
      readonly type: 'usable';
      readonly secret: string;
      /** Of the Secret. */
      readonly uid: string;
      readonly certificate: UsableCertificate;
      /** Name under which a listener serves the host: a wildcard of the certificate that the team may have, or the host. */
      readonly servedAs: string;
      /** Other names of the certificate, which no other team gets while it is presented. */
      readonly reserved: readonly string[];
      readonly chosenBy: GatewayRule;
    };

/** A certificate that the engine can present. */
export type UsableTls = Extract<HostTls, { type: 'usable' }>;

/** Clash of a certificate with names or certificates of another team, at a name. */
export interface Clash {
  readonly type: /** Another team has a name of it, or has a certificate for it. */
    | 'foreign'
    /** It is for a wildcard, and would be presented for a host below it with a certificate of another team. */
    | 'above'
    /** A certificate of another team, for a wildcard, would be presented for its host. */
    | 'hidden';
  readonly name: Name;
}

/** Certificates of the namespace of the rules. */
export interface Certificates {
  /** The Secret that a rule names, if there is one. */
  named(certificate: CertificateRef): TlsSecret | undefined;
  /** The Secret that was obtained for a host, if there is one. */
  issuedFor(host: string): TlsSecret | undefined;
  /** Whether the team may have a wildcard: a listener for it answers for all hosts below it. */
  mayShare(wildcard: string, secret: string): boolean;
  /** Names of a certificate that other teams do not get while it is presented for a host. */
  reserved(certificate: UsableCertificate, host: string): readonly string[];
  /** Bits of the smallest RSA key that the engine presents a certificate with. */
  readonly smallestRsaKey: number;
  /** Whether it presents certificates that tell clients to want a stapled answer of OCSP. */
  readonly presentsStapling: boolean;
  /** Clash of a certificate for a host with what another team has; undefined for none. */
  clash(secret: TlsSecret, host: string): Clash | undefined;
  /** Whether a listener presents a certificate. */
  isPresented(secret: string): boolean;
  /** Time until which a certificate is not presented, where one of its namespace was withdrawn; undefined for none. */
  heldUntil(secret: string): Date | undefined;
}

/** The certificate for a host, by its rules, which must be of one namespace. */
export function hostTls(ofHost: readonly Candidate[], certificates: Certificates): HostTls {
  const oldest = ofHost.toSorted(byStanding);
  const naming = oldest.find(({ rule }) => rule.certificate !== undefined);
  if (naming?.rule.certificate !== undefined) {
    const { certificate } = naming.rule;
    const secret = certificates.named(certificate);
    return secret === undefined
      ? { type: 'missing', certificate, chosenBy: naming.object }
      : read(secret, naming, certificates);
  }
  const requesting = oldest.find(({ rule }) => rule.autoSsl !== undefined);
  const issued = requesting && certificates.issuedFor(requesting.rule.host);
  return requesting === undefined || issued === undefined
    ? { type: 'none' }
    : read(issued, requesting, certificates);
}

function read(found: TlsSecret, { object, rule }: Candidate, certificates: Certificates): HostTls {
  const { metadata, tls } = found;
  const secret = metadata.name;
  if (tls.type === 'unusable') {
    return { type: 'unusable', secret, why: tls.why, chosenBy: object };
  }
  const obstacle = obstacleTo(tls, found, rule.host, certificates);
  if (obstacle !== undefined) {
    return { type: 'unusable', secret, ...obstacle, chosenBy: object };
  }
  const covering = coveringName(tls.names, rule.host) ?? rule.host;
  const isShared = covering !== rule.host && certificates.mayShare(covering, secret);
  const servedAs = isShared ? covering : rule.host;
  const reserved = certificates.reserved(tls, rule.host);
  return {
    type: 'usable',
    secret,
    uid: metadata.uid,
    certificate: tls,
    servedAs,
    reserved,
    chosenBy: object,
  };
}

/** Reason why a certificate is not presented. */
type Obstacle = Pick<Extract<HostTls, { type: 'unusable' }>, 'why' | 'isForeign' | 'until'>;

/** Reason why this engine must not or cannot present a certificate for a host; undefined where there is none. */
function obstacleTo(
  { key, wantsStaple }: UsableCertificate,
  secret: TlsSecret,
  host: string,
  { smallestRsaKey, presentsStapling, clash, isPresented, heldUntil }: Certificates,
): Obstacle | undefined {
  if (key.type === 'rsa' && key.bits < smallestRsaKey) {
    return {
      why: `its RSA key has ${key.bits} bits, and the gateway engine takes none with less than ${smallestRsaKey}`,
    };
  }
  if (wantsStaple && !presentsStapling) {
    return {
      why: 'it tells clients to want a stapled answer of OCSP (must-staple), without which the gateway engine does not load it: use one without this extension',
    };
  }
  const { name } = secret.metadata;
  const found = clash(secret, host);
  if (found !== undefined) {
    return { why: clashText(found, host), isForeign: found.type !== 'hidden' && isPresented(name) };
  }
  const until = heldUntil(name);
  return until && { why: heldText(until), until };
}

function clashText({ type, name }: Clash, host: string): string {
  switch (type) {
    case 'foreign':
      return `it is also for ${name}, which another team has or has a certificate for, and the gateway cannot keep the two apart: use one without this name, or the same certificate`;
    case 'above':
      return `it is also for ${name}, and the gateway would present it for a host of another team below, whose certificate is for a wildcard, too: use one without this name`;
    case 'hidden':
      return `it is for a wildcard, too, and the gateway would present the certificate of another team for ${name} in its place: use one for ${host} without wildcards`;
  }
}

function heldText(until: Date): string {
  return `the gateway presented a certificate of this namespace with a name of another team, so that it presents no other one of the namespace until ${until.toISOString()}`;
}

/** The Secret of a certificate that is to be withdrawn, since clients of another team are given it. */
export function withdrawnSecret(tls: HostTls): readonly SecretName[] {
  return tls.type === 'unusable' && tls.isForeign
    ? [{ namespace: tls.chosenBy.metadata.namespace, name: tls.secret }]
    : [];
}

/** Whether a rule is served by HTTPS: it names a certificate, or one was obtained for its host. */
export function isSecure({ rule }: Pick<Candidate, 'rule'>, tls: HostTls): boolean {
  return rule.certificate !== undefined || (rule.autoSsl !== undefined && tls.type === 'usable');
}

/**
 * Name of the listener that serves a host with a certificate. Hosts that one wildcard name of a certificate
 * covers share a listener, where the team may have that name, unless the standing listener for it has the certificate of others.
 */
export function httpsListenerFor(
  host: string,
  { secret, servedAs }: UsableTls,
  namespace: string,
  standing: (name: string) => GatewayListener | undefined,
): string {
  const shared = standing(httpsListenerName(servedAs));
  const taken = shared !== undefined && !presents(shared, { namespace, name: secret });
  return httpsListenerName(taken ? host : servedAs);
}

/** Whether a listener ends TLS with a Secret. */
export function presents(
  { tls }: GatewayListener,
  secret: { readonly namespace: string; readonly name: string },
): boolean {
  return (
    tls?.certificateRefs?.some(
      ({ name, namespace }) => name === secret.name && namespace === secret.namespace,
    ) ?? false
  );
}
