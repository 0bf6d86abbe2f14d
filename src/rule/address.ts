import { type EffectiveRule, schemeOf } from './effective.ts';

/** Address that a rule serves. */
export function addressOf(rule: EffectiveRule): string {
  switch (rule.protocol) {
    case 'http':
      return `${schemeOf(rule)}://${rule.host}${rule.path}`;
    case 'tcp':
      return `${(rule.transport ?? 'TCP').toLowerCase()} ${rule.ip}:${rule.port}`;
    case 'tls':
      return `tls ${rule.host}`;
  }
}
