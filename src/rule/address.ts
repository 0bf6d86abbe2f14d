import type { GatewayRule } from '../objects/stoa.ts';
import { type EffectiveHttp, type EffectiveRule, schemeOf } from './effective.ts';

/** Address that a rule serves; `scheme` is that by which it is served, where more than its spec is known. */
export function addressOf(rule: EffectiveRule, scheme?: 'http' | 'https'): string {
  switch (rule.protocol) {
    case 'http':
      return `${scheme ?? schemeOf(rule)}://${rule.host}${shownPath(rule)}`;
    case 'tcp':
      return `${(rule.transport ?? 'TCP').toLowerCase()} ${rule.ip}:${rule.port}`;
    case 'tls':
      return `tls ${rule.host}`;
  }
}

/** Path of a rule as people write it: the whole one that requests must have, or that at which they begin. */
export function shownPath({ path, exactPath }: Pick<EffectiveHttp, 'path' | 'exactPath'>): string {
  return exactPath ?? path;
}

/** Scheme by which a rule is served, as its status says of its present spec; undefined where it does not. */
export function servedScheme({ metadata, status }: GatewayRule): 'http' | 'https' | undefined {
  const { scheme, observedGeneration = 0 } = status ?? {};
  const isCurrent = observedGeneration >= (metadata.generation ?? 1);
  return isCurrent && (scheme === 'http' || scheme === 'https') ? scheme : undefined;
}
