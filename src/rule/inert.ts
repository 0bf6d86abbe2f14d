import { DEFAULT_WEIGHT } from '../api/gatewayrule.ts';
import type { EffectiveHttp, EffectiveRule } from './effective.ts';

/** Extension of a rule that has no effect, whatever the gateway engine, and why. */
export interface InertExtension {
  readonly key: string;
  readonly why: string;
}

/** Extensions of a rule that have no effect on any engine. Pure. */
export function inertExtensions(rule: EffectiveRule): readonly InertExtension[] {
  switch (rule.protocol) {
    case 'http':
      return [...rule.unknown, ...redirectWithoutHttps(rule)];
    case 'tcp':
      return rule.extensions.map((key) => ({ key, why: 'no extension means anything for TCP' }));
    case 'tls':
      return [];
  }
}

/** Why headers that a rule sets have no effect on any engine; undefined where all may have one. Pure. */
export function inertHeaders({ ofConnections = [] }: EffectiveHttp): string | undefined {
  return ofConnections.length === 0
    ? undefined
    : `${ofConnections.join(', ')}: the proxy decides on ${ofConnections.length === 1 ? 'it' : 'them'}; leave out what has no effect`;
}

/** Why the weight of a rule has no effect that shares its requests with no other one; undefined where it has none or is the default. */
export function inertWeight({ weight }: EffectiveHttp, isAlone: boolean): string | undefined {
  return isAlone && weight !== DEFAULT_WEIGHT && weight > 0
    ? 'no other rule for the same host, path and conditions carries requests: this one gets all of them'
    : undefined;
}

function redirectWithoutHttps({ redirect, certificate, autoSsl }: EffectiveHttp): InertExtension[] {
  return redirect && certificate === undefined && autoSsl === undefined
    ? [{ key: 'httptohttps', why: 'there is no HTTPS without a certificate' }]
    : [];
}
