import type { BackendChoice } from '../api/backend.ts';
import { LABELS } from '../api/group.ts';
import { synonymsFor } from '../component/backend.ts';
import type { Exposure } from '../component/exposure.ts';
import { targetKey, targetOf } from '../component/target.ts';
import { presentedNames, wildcardAbove } from '../content/certificate.ts';
import type { Change } from '../controller/store.ts';
import { specChanged } from '../controller/watches.ts';
import { keyOf } from '../kube/object.ts';
import type { AnyMatch } from '../objects/anyroute.ts';
import type { TlsSecret } from '../objects/core.ts';
import type { GatewayClass, ListenerSet } from '../objects/gatewayapi.ts';
import type { ForeignRoute } from '../objects/httproute.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { isStanding } from '../rule/claim.ts';
import { type CertificateRef, type EffectiveRule, parseRule, withoutSlash } from '../rule/effective.ts';
import { decidesEnding } from '../rule/ending.ts';
import { type GroupName, groupsOf, pathGroup } from '../rule/groupname.ts';
import { opensPort } from '../rule/open.ts';
import { httpsListenerName, passthroughListenerName } from './listeners/name.ts';
import { secretKey } from './secrets/name.ts';

/** The groups of a rule; none where the rule is not valid. */
export function groupsOfRule(rule: GatewayRule): readonly GroupName[] {
  return ofValid(rule, groupsOf);
}

/** The groups of a rule as index values, `namespace/name`. */
export function groupKeysOf(rule: GatewayRule): readonly string[] {
  return groupsOfRule(rule).map(({ name }) => `${rule.metadata.namespace}/${name}`);
}

/** The groups of rules for the hosts and paths of a route of others, as index values. */
export function groupKeysOfRoute({ metadata, spec }: ForeignRoute): readonly string[] {
  const paths = new Set((spec.rules ?? []).flatMap(({ matches = [] }) => pathsOf(matches)));
  return (spec.hostnames ?? []).flatMap((host) =>
    [...paths].map((path) => `${metadata.namespace}/${pathGroup(host, path).name}`),
  );
}

/** Paths of matches, as rules have them; a rule without matches is for all requests. */
function pathsOf(matches: readonly AnyMatch[]): readonly string[] {
  return matches.length === 0
    ? ['/']
    : matches
        .filter(({ path }) => path?.type !== 'RegularExpression')
        .map(({ path }) => withoutSlash(path?.value ?? '/'));
}

/** The component of a rule, as an index value; none where the rule is not valid. */
export function componentOfRule(rule: GatewayRule): readonly string[] {
  return ofValid(rule, ({ target }) => [targetKey(rule.metadata.namespace, target)]);
}

/** The components that the policy of a rule names, all of its own application and namespace, as index values. */
export function componentsOfPolicy(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) => {
    const { mirror, externalAuth } = valid.protocol === 'http' ? valid.policy : {};
    const named = [mirror, externalAuth].filter((each) => each !== undefined);
    return named.map((each) => targetKey(rule.metadata.namespace, targetOf(each, valid.appId)));
  });
}

/** The target of a rule that states the protocol of its port, as an index value. */
export function targetOfStatement(rule: GatewayRule): readonly string[] {
  return statementOf(rule) === undefined ? [] : componentOfRule(rule);
}

/** The protocol that a rule states; undefined where it states none, or is not valid. */
export function statementOf(rule: GatewayRule): BackendChoice | undefined {
  const [backend] = ofValid(rule, (valid) => [valid.protocol === 'http' ? valid.backend : undefined]);
  return backend;
}

/** The ConfigMap of authorities that a rule names, of its own namespace, as an index value. */
export function authoritiesOfRule(rule: GatewayRule): readonly string[] {
  const name = statementOf(rule)?.caConfigMapName;
  return name === undefined ? [] : [keyOf({ metadata: { namespace: rule.metadata.namespace, name } })];
}

/** The Secrets that the policy of a rule names, all of its own namespace, as index values. */
export function secretsOfPolicy(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) =>
    valid.protocol === 'http' && valid.policy.basicAuth !== undefined
      ? [secretKey({ namespace: rule.metadata.namespace, name: valid.policy.basicAuth.secretName })]
      : [],
  );
}

/** The port of a component that a rule leads to, as an index value; none where the rule is not valid. */
function targetOfRule(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) => [targetPort(rule, valid)]);
}

function targetPort({ metadata }: GatewayRule, { target, containerPort }: EffectiveRule): string {
  return `${targetKey(metadata.namespace, target)}:${containerPort}`;
}

/** The port of a component that a rule leads to, as the index values of all numbers and names that mean it for HTTP rules. */
export function targetsOfRule(
  rule: GatewayRule,
  exposureOf: (component: string) => Exposure,
): readonly string[] {
  return targetOfRule(rule).flatMap((target) => samePorts(target, exposureOf));
}

/** The index values of all numbers and names that mean the same port of a component as that of one, for HTTP rules. */
export function samePorts(target: string, exposureOf: (component: string) => Exposure): readonly string[] {
  const end = target.lastIndexOf(':');
  const component = target.slice(0, end);
  const port = target.slice(end + 1);
  // A name has a letter.
  const ref = /^\d+$/.test(port) ? Number(port) : port;
  const synonyms = synonymsFor(exposureOf(component), ref, 'TCP');
  return [...synonyms].map((port) => `${component}:${port}`);
}

/**
 * The port that an accepted rule opens by itself, as an index value. One that cannot be read any more goes on to open it,
 * as far as its port is known: other rules lead there.
 */
export function portOpenedBy(rule: GatewayRule): readonly string[] {
  const parsed = parseRule(rule);
  const known = parsed.type === 'valid' ? parsed.rule : parsed.type === 'unknown' ? parsed.known : undefined;
  return known !== undefined && isStanding(rule) && opensPort(known) ? [targetPort(rule, known)] : [];
}

/** The port that a rule leads to and does not open by itself, as an index value. */
export function portNeededBy(rule: GatewayRule): readonly string[] {
  return opensItsPort(rule) ? [] : targetOfRule(rule);
}

function opensItsPort(rule: GatewayRule): boolean {
  const [opens = false] = ofValid(rule, (valid) => [opensPort(valid)]);
  return opens;
}

/** The certificate that a rule names, as an index value. */
export function certificateOfRule(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) =>
    valid.protocol === 'http' && valid.certificate !== undefined
      ? [certificateKey(rule.metadata.namespace, valid.certificate)]
      : [],
  );
}

/** Index value under which a certificate, and the rules that name it, are found. */
export function certificateKey(namespace: string, certificate: CertificateRef): string {
  return certificate.type === 'number'
    ? `${namespace}/${certificate.id}`
    : `${namespace}/name:${certificate.name}`;
}

/** The ways to name a Secret's certificate, as index values. */
export function certificateOfSecret({ metadata }: TlsSecret): readonly string[] {
  const { namespace, name, labels } = metadata;
  const number = labels?.[LABELS.certificateId];
  return [`${namespace}/name:${name}`, ...(number === undefined ? [] : [`${namespace}/${number}`])];
}

/** The wildcards that a certificate is for, as index values. */
export function wildcardsOfSecret({ tls }: TlsSecret): readonly string[] {
  return tls.type === 'usable' ? presentedNames(tls).filter((name) => name.startsWith('*.')) : [];
}

/** The wildcards directly above the hosts of a certificate that is for wildcards, too, as index values. */
export function wildcardsAboveSecret(secret: TlsSecret): readonly string[] {
  const { tls } = secret;
  return tls.type === 'usable' && wildcardsOfSecret(secret).length > 0
    ? [...new Set(tls.names.filter((name) => !name.startsWith('*.')).map(wildcardAbove))]
    : [];
}

/** The host of a rule for calls of gRPC, as an index value; none where it is for requests. */
export function hostOfCalls(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) =>
    valid.protocol === 'http' && valid.grpc !== undefined ? [`${rule.metadata.namespace}/${valid.host}`] : [],
  );
}

/** Whether a rule needs a listener of its own on the Gateway. */
export function needsListener(rule: GatewayRule): boolean {
  const [needs = false] = ofValid(rule, (valid) => [valid.protocol === 'tcp' || decidesEnding(valid)]);
  return needs;
}

/** The listeners for hosts that may serve a rule, by name: that of its host, and for HTTPS that of the wildcard above it. */
export function listenersFor(rule: GatewayRule): readonly string[] {
  return ofValid(rule, (valid) => {
    if (valid.protocol === 'tls') {
      return [passthroughListenerName(valid.host)];
    }
    return valid.protocol === 'http' && needsListener(rule)
      ? [...new Set([valid.host, wildcardAbove(valid.host)])].map(httpsListenerName)
      : [];
  });
}

/** The Secrets that the listeners of a ListenerSet present, as index values. */
export function secretsOfSet({ spec }: ListenerSet): readonly string[] {
  return spec.listeners
    .flatMap(({ tls }) => tls?.certificateRefs ?? [])
    .map(({ namespace = '', name }) => secretKey({ namespace, name }));
}

/** The engine of a GatewayClass, and what it claims. */
export function engineOf({ spec, status }: GatewayClass) {
  return [spec.controllerName, status?.supportedFeatures];
}

/** Whether a rule appears, vanishes, has a new spec, or stands from now on or no more. */
export function placeChanged(change: Change<GatewayRule>): boolean {
  const { before, after } = change;
  return specChanged(change) || before?.status?.name !== after?.status?.name;
}

/** Values that `read` finds in the reading of a rule; none where the rule is not valid. */
function ofValid<T>(rule: GatewayRule, read: (valid: EffectiveRule) => readonly T[]): readonly T[] {
  const parsed = parseRule(rule);
  return parsed.type === 'valid' ? read(parsed.rule) : [];
}
