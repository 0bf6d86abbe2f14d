import { gatewayRuleSpecSchema } from '../api/gatewayrule.ts';
import { type InputProblem, problemsOf } from '../api/issue.ts';
import { type DraftRule, specOf, type TranslatedIngress } from './translated.ts';

/** Rules, with what the schema has against them. Pure. */
export function withinSchema(rules: readonly DraftRule[]): TranslatedIngress {
  const problems = rules.flatMap((rule) => {
    const parsed = gatewayRuleSpecSchema.safeParse(specOf(rule), { reportInput: true });
    return parsed.success ? [] : problemsOf(parsed.error).map((each) => inWords(each, rule));
  });
  return { rules, problems, notes: [] };
}

/** Problem of a rule in the words of its Ingress, whose author knows no fields of rules. */
function inWords({ path, message }: InputProblem, { http, tls }: DraftRule): string {
  const { domainName, serviceName } = http ?? tls;
  const field = path.split('.').slice(1).join('.');
  if (field.startsWith('domainName')) {
    return tls === undefined
      ? `the host ${domainName}: for rules, it ${message}`
      : `ssl-passthrough for ${domainName}: a rule passes TLS on for one name, and it ${message}: have an Ingress for each name`;
  }
  if (field.startsWith('serviceName') || field.startsWith('containerPort')) {
    return `the backend ${serviceName} of ${domainName}: its name or port ${message}`;
  }
  if (field.startsWith('certificateName')) {
    return `the Secret ${http?.certificateName} in spec.tls: its name ${message}`;
  }
  if (field.startsWith('domainPath') || field.includes('match') || field === 'policy' || field === '') {
    return `the path ${http?.domainPath ?? '/'} of ${domainName}: for rules, it ${message}`;
  }
  const annotation = ANNOTATIONS_OF.find(([part]) => field.includes(part))?.[1] ?? 'an annotation';
  return `${annotation} for ${domainName}${http?.domainPath ?? ''}: for rules, its value ${message}`;
}

/** Annotations whose values stand in parts of a rule. */
const ANNOTATIONS_OF: readonly (readonly [part: string, annotation: string])[] = [
  ['rewrite', 'rewrite-target'],
  ['redirect', 'app-root'],
  ['domainHeader', 'canary-by-header'],
  ['domainCookie', 'canary-by-cookie'],
  ['theWeight', 'canary-weight'],
  ['ruleExtensions', 'affinity or upstream-hash-by'],
];
