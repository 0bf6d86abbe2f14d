import { createHash } from 'node:crypto';
import type { EffectiveRule } from '../rule/effective.ts';

/** Longest readable part of a name; with the hash it stays below the 63 characters of a label value. */
const READABLE = 40;

/**
 * Name of the route for a host and path: a readable part and 16 hexadecimal digits of a hash of both, so
 * that no two hosts and paths share a name.
 */
export function routeName(host: string, path: string): string {
  return `${readable(`${host}${path}`)}-${hashOf(`${host}\n${path}`)}`;
}

/** Name of the route for a port of the Gateway. */
export function portRouteName(port: number): string {
  return `tcp-${port}`;
}

/** Prefix of every listener that Stoa owns; a Gateway's other listeners are never touched. */
export const LISTENER_PREFIX = 'stoa-';

/** Name of the listener that ends TLS for a host name, which may be a wildcard. */
export function httpsListenerName(hostname: string): string {
  return `${LISTENER_PREFIX}https-${hashOf(hostname)}`;
}

/** Name of the listener at a port of the Gateway. */
export function portListenerName(protocol: 'TCP' | 'UDP', port: number): string {
  return `${LISTENER_PREFIX}${protocol.toLowerCase()}-${port}`;
}

/** Name of the Certificate, and so of its Secret, that is obtained for a host. */
export function issuedName(host: string): string {
  return `${readable(host)}-${hashOf(host)}-cert`;
}

/** Names of the routes of a rule, the first of which carries its traffic. */
type RouteNames = readonly [string, ...string[]];

/**
 * Names of the routes that a rule belongs to: first the one that carries its traffic, then, if it wants one,
 * that of its host's certificate.
 */
export function routesOfRule(rule: EffectiveRule): RouteNames {
  const known = namesOfRules.get(rule);
  if (known !== undefined) {
    return known;
  }
  const names = namesFor(rule);
  namesOfRules.set(rule, names);
  return names;
}

/** Rules are read once and never change, and every index and decision asks for their routes. */
const namesOfRules = new WeakMap<EffectiveRule, RouteNames>();

function namesFor(rule: EffectiveRule): RouteNames {
  if (rule.protocol === 'tcp') {
    return [portRouteName(rule.port)];
  }
  const wishes = rule.autoSsl !== undefined && rule.certificateId === undefined;
  return [routeName(rule.host, rule.path), ...(wishes ? [issuedName(rule.host)] : [])];
}

/** What the objects of a route are made for, as its name tells. */
export function kindOfRoute(name: string): 'path' | 'port' | 'host' {
  if (/^tcp-\d+$/.test(name)) {
    return 'port';
  }
  return name.endsWith('-cert') ? 'host' : 'path';
}

function readable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('*', 'any')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, READABLE)
    .replaceAll(/^-+|-+$/g, '');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
