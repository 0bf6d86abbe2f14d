import type { Dialect } from '../../src/engines/engine.ts';
import { type Feature, requestedByRule } from '../../src/engines/fields.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';
import { parseRule } from '../../src/rule/effective.ts';
import type { HttpRequest, TcpRequest } from './case.ts';
import type { Difference } from './differences.ts';
import { conditionOf } from './team.ts';

/** The features of the engine that a rule uses. */
function featuresOf(rule: GatewayRule): readonly Feature[] {
  const parsed = parseRule(rule);
  return parsed.type !== 'valid' || parsed.rule.protocol !== 'http' ? [] : requestedByRule(parsed.rule);
}

/** Features that an engine supports in another form than the cases require. */
const OTHER_FORM: Readonly<Record<string, readonly Feature[]>> = {
  // It hashes the client's address; the cases hash the path.
  traefik: ['http.ruleExtensions[lb-type: upstream-hash-by]'],
};

/** The features that rules use and the engine does not support. */
export function unsupportedFeatures(rules: readonly GatewayRule[], dialect: Dialect): ReadonlySet<Feature> {
  const asked = rules.flatMap((rule) => featuresOf(rule));
  return new Set(asked.filter((feature) => isUnsupported(feature, dialect)));
}

function isUnsupported(feature: Feature, { name, support }: Dialect): boolean {
  return support[feature].level === 'none' || (OTHER_FORM[name]?.includes(feature) ?? false);
}

/** Whether a request needs the guards of a policy: without them, it gets an error. */
function passesGuard({ status }: HttpRequest['expect']): boolean {
  return ![status].flat().includes(500);
}

/** Whether only the feature can produce the expected response of a request. */
const DEMONSTRATES: Readonly<Partial<Record<Feature, (expect: HttpRequest['expect']) => boolean>>> = {
  'http.ruleExtensions[lb-type: cookie-session-affinity]': ({ set_cookie, distinct_pods }) =>
    set_cookie !== undefined || distinct_pods !== undefined,
  'http.ruleExtensions[lb-type: upstream-hash-by]': ({ distinct_pods }) => distinct_pods !== undefined,
  'http.configuration.proxyBodySize': ({ status }) => status === 413,
  'http.configuration.proxyConnectTimeout': ({ after_s }) => after_s > 0,
  'http.configuration.proxyReadTimeout': ({ status }) => status === 504,
  'http.policy.timeouts.request': ({ status }) => status === 504,
  'http.policy.timeouts.backendRequest': ({ after_s }) => after_s > 0,
  'http.policy.rateLimit': ({ some_status }) => some_status === 429,
  'http.policy.allow': passesGuard,
  'http.policy.deny': passesGuard,
  'http.policy.basicAuth': passesGuard,
  'http.policy.externalAuth': passesGuard,
  'http.policy.compression': ({ response_headers }) => response_headers?.['Content-Encoding'] !== undefined,
  'http.configuration.setHeaders': ({ upstream_headers }) => upstream_headers !== undefined,
};

/** The features that a request demonstrates. */
export function demonstratedFeatures(
  request: HttpRequest | TcpRequest,
  features: ReadonlySet<Feature>,
): readonly Feature[] {
  return 'port' in request
    ? []
    : [...features].filter((feature) => DEMONSTRATES[feature]?.(request.expect) ?? false);
}

/** The field whose loss a rule reports, if the expected response of a request rests on its exact form. */
export function reportedLoss(
  request: HttpRequest | TcpRequest,
  rules: readonly GatewayRule[],
): readonly string[] {
  const field = 'port' in request ? undefined : request.unless_lost;
  const isLost = rules.some((rule) => {
    const { status, message = '' } = conditionOf(rule, 'FullyExpressed') ?? {};
    return field !== undefined && status === 'False' && message.includes(`spec.${field}: `);
  });
  return field !== undefined && isLost ? [field] : [];
}

/**
 * Complaints about the condition with a rule's unsupported fields: it must name each feature that the engine does not
 * support, and no fully supported one, except in known differences.
 */
export function expressionComplaints(
  rule: GatewayRule,
  dialect: Dialect,
  differences: readonly Difference[],
): string[] {
  const condition = conditionOf(rule, 'FullyExpressed');
  const known = differences.flatMap((one) => (one.of === 'expression' ? [one.feature] : []));
  return featuresOf(rule).flatMap((feature) => {
    const { level } = dialect.support[feature];
    const named = condition?.status === 'False' && condition.message.includes(feature);
    const wrong = named ? level === 'full' && !known.includes(feature) : isUnsupported(feature, dialect);
    return wrong
      ? [`${feature}, ${level}: FullyExpressed is ${condition?.status}, ${condition?.message}`]
      : [];
  });
}
