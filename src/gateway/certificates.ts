import { MOST_CERTIFICATE_NAMES } from '../api/gatewayrule.ts';
import { hostSchema } from '../api/grammar.ts';
import { presentedNames, type UsableCertificate, wildcardAbove } from '../content/certificate.ts';
import { keyOf } from '../kube/object.ts';
import type { NameRefusal } from '../names/gate.ts';
import { covers, hostName, type Name } from '../names/name.ts';
import { ageKey } from '../objects/age.ts';
import { firstByName, type TlsSecret } from '../objects/core.ts';
import { isStanding, nameOfRule } from '../rule/claim.ts';
import { certificateGroup } from '../rule/groupname.ts';
import { rulesOfSecret } from './caches.ts';
import { certificateKey } from './indexes.ts';
import { httpsListenerName } from './listeners/name.ts';
import { standingListener } from './listeners/parents.ts';
import type { GatewayView } from './observed.ts';
import { type SecretName, secretKey } from './secrets/name.ts';
import type { Sources } from './sources.ts';
import { type Certificates, type Clash, presents } from './tls.ts';

/** The certificates of a namespace. Of several with one number, the Secret that is first by name counts. */
export function certificatesOf(from: Sources, gateway: GatewayView, namespace: string): Certificates {
  const { secrets } = from.caches;
  const isChosenByName = gateway.dialect.certificates !== 'of-listener';
  const isPresented = (name: string) => isPresentedBy(from, { namespace, name });
  return {
    named: (certificate) =>
      firstByName(secrets.store.by('certificate', certificateKey(namespace, certificate))),
    issuedFor: (host) => secrets.store.get(secretKey({ namespace, name: certificateGroup(host).name })),
    mayShare: (wildcard, secret) => mayShare(from, gateway, wildcard, { namespace, name: secret }),
    smallestRsaKey: gateway.dialect.smallestRsaKey,
    presentsStapling: gateway.dialect.presentsStapling,
    clash: (secret, host) => (isChosenByName ? clashOf(from, secret, host) : undefined),
    isPresented,
    heldUntil: (name) => from.listeners.heldUntil({ namespace, name }, isPresented(name)),
    reserved: (certificate, host) => (isChosenByName ? reserved(from, certificate, host, namespace) : []),
  };
}

/**
 * Whether a listener for a wildcard may serve the hosts of a team. One that does already stays when others get hosts
 * below it: they could otherwise take the listener from all of its hosts.
 */
function mayShare(from: Sources, gateway: GatewayView, wildcard: string, secret: SecretName): boolean {
  const decision = from.names.consider(hostName(wildcard), secret.namespace);
  if (decision.type !== 'refused') {
    return true;
  }
  const standing = standingListener(httpsListenerName(wildcard), gateway);
  return (
    ['held', 'kept'].includes(decision.refusal.type) && standing !== undefined && presents(standing, secret)
  );
}

/**
 * Reason why the engine could present a certificate to clients of another team, or that of another team in its place;
 * undefined where there is none. Some engines choose a certificate by the name that a client asks for, among all that the
 * Gateway has, whichever listener they are for.
 */
function clashOf(from: Sources, secret: TlsSecret, host: string): Clash | undefined {
  const { tls, metadata } = secret;
  if (tls.type === 'unusable') {
    return undefined;
  }
  const { store } = from.caches.secrets;
  const isBefore = othersBefore(from, secret);
  const names = presentedNames(tls).map(hostName);
  const foreign = names
    .filter((name) => name !== host)
    .find((name) => isOfOthers(from, name, metadata.namespace) || store.by('wildcard', name).some(isBefore));
  if (foreign !== undefined) {
    return { type: 'foreign', name: foreign };
  }
  const above = names.find((name) =>
    store
      .by('above', name)
      .some((other) => isFirst(secret, other) && isBefore(other) && hasHostBelow(from, other, name)),
  );
  if (above !== undefined) {
    return { type: 'above', name: above };
  }
  const wildcard = wildcardAbove(host);
  const isHidden = tls.names.includes(host) && !names.includes(wildcard);
  return isHidden && store.by('wildcard', wildcard).some((other) => isFirst(other, secret) && isBefore(other))
    ? { type: 'hidden', name: wildcard }
    : undefined;
}

/**
 * Whether a certificate with a wildcard is presented for a host below it before one with this host. Traefik takes the first
 * that fits, in the order of their sorted names from the end: a host comes before wildcards, but not together with one.
 */
function isFirst(wildcard: TlsSecret, exact: TlsSecret): boolean {
  return leastName(wildcard) > leastName(exact);
}

function leastName({ tls }: TlsSecret): string {
  return tls.type === 'usable' ? (presentedNames(tls).toSorted()[0] ?? '') : '';
}

/** Whether a rule with a certificate stands for a host directly below a wildcard. */
function hasHostBelow({ caches }: Sources, secret: TlsSecret, wildcard: Name): boolean {
  return rulesOfSecret(caches, secret).some(
    (rule) => isStanding(rule) && wildcardAbove(nameOfRule(rule) ?? '') === wildcard,
  );
}

/**
 * Names of a certificate that the team could have for a rule, beside its host: another team with a rule for one would end
 * that the certificate is presented. They are as many as a rule tells of, and as the team may have hosts.
 */
function reserved(
  { names }: Sources,
  certificate: UsableCertificate,
  host: string,
  namespace: string,
): readonly string[] {
  return presentedNames(certificate)
    .map(hostName)
    .filter((name) => name !== host && isHost(name) && names.consider(name, namespace).type === 'granted')
    .toSorted()
    .slice(0, Math.min(MOST_CERTIFICATE_NAMES, names.left('hosts', namespace)));
}

/** Whether a rule can have a name of a certificate as its host: it has no underscores, for example. */
function isHost(name: Name): boolean {
  return hostSchema.safeParse(name).success;
}

/** Whether all of a name belongs to another team; the hosts of others below a wildcard have closer names. */
function isOfOthers({ names }: Sources, name: Name, namespace: string): boolean {
  const decision = names.consider(name, namespace);
  const obstacle = decision.type === 'refused' ? obstacleOf(decision.refusal) : undefined;
  return obstacle !== undefined && covers(obstacle, name);
}

/**
 * Name of another team that is in the way of one; undefined where there is none. One that is only kept has no clients,
 * and its team would shut the hosts of others by giving it back.
 */
function obstacleOf(refusal: NameRefusal): Name | undefined {
  switch (refusal.type) {
    case 'held':
      return refusal.by.name;
    case 'declared-for-other':
    case 'declared-twice':
      return refusal.pattern;
    default:
      return undefined;
  }
}

/**
 * Whether a certificate for a wildcard is different, of another team, and came before one: a certificate that the Gateway
 * presents comes before one that it does not, then the older Secret. Each is compared once, for however many wildcards.
 */
function othersBefore(from: Sources, secret: TlsSecret): (other: TlsSecret) => boolean {
  const fingerprint = fingerprintOf(secret);
  const own = precedenceOf(from, secret);
  const compared = new Map<TlsSecret, boolean>();
  return (other) => {
    const isBefore =
      compared.get(other) ??
      (other.metadata.namespace !== secret.metadata.namespace &&
        fingerprintOf(other) !== fingerprint &&
        precedenceOf(from, other) < own &&
        rulesOfSecret(from.caches, other).some(isStanding));
    compared.set(other, isBefore);
    return isBefore;
  };
}

function fingerprintOf({ tls }: TlsSecret): string {
  return tls.type === 'usable' ? tls.fingerprint : '';
}

/** Whether a listener presents a Secret: one of the Gateway, or one of a ListenerSet. */
function isPresentedBy({ caches, config }: Sources, secret: SecretName): boolean {
  const listeners = caches.gateways.store.get(keyOf({ metadata: config.name }))?.spec.listeners ?? [];
  return (
    listeners.some((listener) => presents(listener, secret)) ||
    caches.sets?.store.first('secret', secretKey(secret)) !== undefined
  );
}

function precedenceOf(from: Sources, secret: TlsSecret): string {
  const { namespace, name } = secret.metadata;
  const isPresented = isPresentedBy(from, { namespace, name });
  return `${isPresented ? 0 : 1} ${ageKey(secret)}`;
}
