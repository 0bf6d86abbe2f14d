import { isUnknownToSchema } from '../../kube/cause.ts';
import type { KubeError } from '../../kube/error.ts';

/** Members of routes that older releases of the Gateway API lack, each with the field of rules, and where it is. */
const SINCE: readonly (readonly [member: string, field: string, release: string])[] = [
  ['cors', 'spec.http.policy.cors', '1.5, or the experimental channel since 1.3'],
  ['retry', 'spec.http.policy.retry', '1.7, or the experimental channel since 1.2'],
  ['percent', 'spec.http.policy.mirror.percent', '1.3, or the experimental channel of 1.2'],
  ['externalAuth', 'spec.http.policy.externalAuth', 'the experimental channel since 1.4'],
];

/**
 * Text on an object that the API server does not take. Where its CRD lacks a field, it names that of the rule, and the
 * release of the Gateway API that has it. Pure.
 */
export function rejectionText({ failure, message }: KubeError): string {
  const causes = failure.type === 'invalid' ? failure.causes.filter(isUnknownToSchema) : [];
  const texts = causes.map(({ field }) => {
    const members = field.split('.').map((member) => member.replace(/\[.*/, ''));
    const known = SINCE.find(([member]) => members.includes(member));
    return known === undefined
      ? `the CRDs of this cluster have no ${field}, which a newer release of them has`
      : `${known[1]} needs the Gateway API ${known[2]}: that of this cluster has no ${field}`;
  });
  return texts.length === 0 ? message : [...new Set(texts)].join('; ');
}
