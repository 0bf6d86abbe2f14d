import { byAge } from '../objects/age.ts';
import { coveringName } from '../objects/certificate.ts';
import type { TlsSecret } from '../objects/core.ts';
import type { GatewayListener } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Candidate } from '../rule/candidate.ts';
import { httpsListenerName } from './listeners/name.ts';

/** The certificate that a host is served with. A host has one: that of its oldest rule that names one. */
export type HostTls =
  | { readonly type: 'none' }
  | { readonly type: 'missing'; readonly id: number; readonly chosenBy: GatewayRule }
  | {
      readonly type: 'unusable';
      readonly secret: string;
      readonly why: string;
      readonly chosenBy: GatewayRule;
    }
  | {
      readonly type: 'usable';
      readonly secret: string;
      /** Of the Secret. */
      readonly uid: string;
      /** Names that the certificate is for. */
      readonly names: readonly string[];
      readonly expires: Date;
      readonly chosenBy: GatewayRule;
    };

/** A certificate that the engine can present. */
export type UsableTls = Extract<HostTls, { type: 'usable' }>;

/** Certificates of the namespace of the rules. */
export interface Certificates {
  /** The Secret with a number, if there is one. */
  byId(id: number): TlsSecret | undefined;
  /** The Secret that was obtained for a host, if there is one. */
  issuedFor(host: string): TlsSecret | undefined;
}

/** The certificate for a host, by its rules, which must be of one namespace. */
export function hostTls(ofHost: readonly Candidate[], certificates: Certificates): HostTls {
  const oldest = ofHost.toSorted((a, b) => byAge(a.object, b.object));
  const naming = oldest.find(({ rule }) => rule.certificateId !== undefined);
  if (naming?.rule.certificateId !== undefined) {
    const id = naming.rule.certificateId;
    const secret = certificates.byId(id);
    return secret === undefined
      ? { type: 'missing', id, chosenBy: naming.object }
      : read(secret, naming.object);
  }
  const requesting = oldest.find(({ rule }) => rule.autoSsl !== undefined);
  const issued = requesting && certificates.issuedFor(requesting.rule.host);
  return requesting === undefined || issued === undefined
    ? { type: 'none' }
    : read(issued, requesting.object);
}

function read({ metadata, tls }: TlsSecret, chosenBy: GatewayRule): HostTls {
  const secret = metadata.name;
  return tls.type === 'usable'
    ? { type: 'usable', secret, uid: metadata.uid, names: tls.names, expires: tls.expires, chosenBy }
    : { type: 'unusable', secret, why: tls.why, chosenBy };
}

/** Whether a rule is served by HTTPS: it names a certificate, or one was obtained for its host. */
export function isSecure({ rule }: Candidate, tls: HostTls): boolean {
  return rule.certificateId !== undefined || (rule.autoSsl !== undefined && tls.type === 'usable');
}

/**
 * Name of the listener that serves a host with a certificate. Hosts that one wildcard name of a certificate
 * covers share a listener, unless the Gateway's listener for that name has the certificate of others.
 */
export function httpsListenerFor(
  host: string,
  { secret, names }: UsableTls,
  namespace: string,
  listeners: readonly GatewayListener[],
): string {
  const hostname = coveringName(names, host) ?? host;
  const shared = listeners.find(({ name }) => name === httpsListenerName(hostname));
  const taken = shared !== undefined && !presents(shared, { namespace, name: secret });
  return httpsListenerName(taken ? host : hostname);
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
