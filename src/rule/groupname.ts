import { shortHash } from '../base/hash.ts';
import type { Target } from '../component/target.ts';
import type { EffectiveRule } from './effective.ts';

/**
 * Name of a rule group: of the rules of a namespace for which objects are made together. The rules for one host
 * and path share an HTTPRoute, those for one port of the Gateway a TCPRoute and a UDPRoute, those whose connections
 * to one host pass through a TLSRoute, those that want a certificate for one host a Certificate, and those that reach
 * one component by TLS a BackendTLSPolicy for each port of it.
 */
export interface GroupName {
  readonly type: 'path' | 'port' | 'passthrough' | 'certificate' | 'backend';
  /** Unique among the groups of a namespace, whatever their type; value of the label `stoa.dev/route`. */
  readonly name: string;
}

/** Names of the groups of one rule, the group that carries its traffic first. */
type GroupNames = readonly [GroupName, ...GroupName[]];

/** Suffix of the names of a path group's objects that serve HTTPS; those for plain HTTP have the name of the group. */
export const HTTPS_SUFFIX = '-tls';

const PORT = /^tcp-\d{1,5}$/;
const CERTIFICATE = /-cert$/;
const BACKEND = /-backend$/;

const PASSTHROUGH = /-sni$/;

/** Longest readable part of a name; with the hash it stays below the 63 characters of a label value. */
const READABLE = 40;

/**
 * Name of the group for a host and path: a readable part and 16 hexadecimal digits of a hash of both, so
 * that no two hosts and paths share a name.
 */
export function pathGroup(host: string, path: string): GroupName {
  return { type: 'path', name: `${readable(`${host}${path}`)}-${digest(`${host}\n${path}`)}` };
}

/** Name of the group for the gRPC calls of a host; no name of another group ends like it. */
export function grpcGroup(host: string): GroupName {
  return { type: 'path', name: `${readable(host)}-${digest(`${host}\ngrpc`)}-grpc` };
}

/** Name of the group for a port of the Gateway. */
export function portGroup(port: number): GroupName {
  return { type: 'port', name: `tcp-${port}` };
}

/** Name of the group that wants a certificate for a host: its Certificate and the Secret have it too. */
export function certificateGroup(host: string): GroupName {
  return { type: 'certificate', name: `${readable(host)}-${digest(host)}-cert` };
}

/** Name of the group that reaches a component, or a Service, by TLS. */
function backendGroup(target: Target): GroupName {
  const [readablePart, key] =
    target.type === 'service' ? [target.name, target.name] : [target.id, `${target.appId}/${target.id}`];
  return { type: 'backend', name: `${readable(readablePart)}-${digest(key)}-backend` };
}

/** Name of the group for the connections to a host that pass through. */
export function passthroughGroup(host: string): GroupName {
  return { type: 'passthrough', name: `${readable(host)}-${digest(host)}-sni` };
}

/** The group with a name, from a label: the inverse of the functions above. */
export function parseGroupName(name: string): GroupName {
  if (PORT.test(name)) {
    return { type: 'port', name };
  }
  if (BACKEND.test(name)) {
    return { type: 'backend', name };
  }
  if (PASSTHROUGH.test(name)) {
    return { type: 'passthrough', name };
  }
  return { type: CERTIFICATE.test(name) ? 'certificate' : 'path', name };
}

/** The groups of a rule. */
export function groupsOf(rule: EffectiveRule): GroupNames {
  const known = groupsOfRules.get(rule);
  if (known !== undefined) {
    return known;
  }
  const groups = groupsFor(rule);
  groupsOfRules.set(rule, groups);
  return groups;
}

/** Readings of rules never change, and every index and decision needs their groups: each is named once. */
const groupsOfRules = new WeakMap<EffectiveRule, GroupNames>();

function groupsFor(rule: EffectiveRule): GroupNames {
  if (rule.protocol === 'tcp') {
    return [portGroup(rule.port)];
  }
  if (rule.protocol === 'tls') {
    return [passthroughGroup(rule.host)];
  }
  const wantsCertificate = rule.autoSsl !== undefined && rule.certificate === undefined;
  const ofTraffic = rule.grpc === undefined ? pathGroup(rule.host, rule.path) : grpcGroup(rule.host);
  return [
    ofTraffic,
    ...(wantsCertificate ? [certificateGroup(rule.host)] : []),
    ...(rule.backend?.protocol === 'https' ? [backendGroup(rule.target)] : []),
  ];
}

function readable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('*', 'any')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, READABLE)
    .replace(/^-/, '')
    .replace(/-$/, '');
}

/** The first 16 hexadecimal digits of the SHA-256 hash of a text. */
export function digest(text: string): string {
  return shortHash(text, 16);
}
