import { asks } from '../../src/gateway/dialects/asks.ts';
import type { Dialect, Feature } from '../../src/gateway/dialects/dialect.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';
import { parseRule } from '../../src/rule/effective.ts';
import type { HttpRequest, TcpRequest } from './case.ts';
import type { Difference } from './differences.ts';
import { conditionOf } from './team.ts';

/** The features that a rule asks the engine for. */
export function featuresOf(rule: GatewayRule, { support }: Dialect): readonly Feature[] {
  const parsed = parseRule(rule);
  if (parsed.type === 'invalid' || parsed.rule.protocol === 'tcp') {
    return [];
  }
  const { cookies, headers, settings, balancing } = parsed.rule;
  const group = { branches: [{ cookies, headers, backends: [] }], settings, balancing };
  return (Object.keys(support) as Feature[]).filter((feature) => asks(feature, group));
}

/** Features that an engine has in a form of which the cases want another. */
const OTHER_FORM: Readonly<Record<string, readonly Feature[]>> = {
  // It hashes the client's address; the cases hash the path.
  traefik: ['http.ruleExtensions[lb-type: upstream-hash-by]'],
};

/** The features that rules ask for and the engine cannot be told. */
export function lackedBy(rules: readonly GatewayRule[], dialect: Dialect): ReadonlySet<Feature> {
  const asked = rules.flatMap((rule) => featuresOf(rule, dialect));
  return new Set(asked.filter((feature) => isLacking(feature, dialect)));
}

function isLacking(feature: Feature, { name, support }: Dialect): boolean {
  return support[feature].level === 'none' || (OTHER_FORM[name]?.includes(feature) ?? false);
}

/** Whether what a request expects can only come about by a feature. */
const SHOWS: Readonly<Partial<Record<Feature, (expect: HttpRequest['expect']) => boolean>>> = {
  'http.ruleExtensions[lb-type: cookie-session-affinity]': ({ set_cookie, distinct_pods }) =>
    set_cookie !== undefined || distinct_pods !== undefined,
  'http.ruleExtensions[lb-type: upstream-hash-by]': ({ distinct_pods }) => distinct_pods !== undefined,
  'http.configuration.proxyBodySize': ({ status }) => status === 413,
  'http.configuration.proxyConnectTimeout': ({ after_s }) => after_s > 0,
  'http.configuration.proxyReadTimeout': ({ status }) => status === 504,
  'http.configuration.setHeaders': ({ upstream_headers }) => upstream_headers !== undefined,
};

/** Those of the features that a request shows. */
export function shownBy(
  request: HttpRequest | TcpRequest,
  features: ReadonlySet<Feature>,
): readonly Feature[] {
  return 'port' in request
    ? []
    : [...features].filter((feature) => SHOWS[feature]?.(request.expect) ?? false);
}

/**
 * What is wrong with what a rule says of its own expression: it must name each feature that the engine cannot
 * be told, and none that the engine has whole, except where the case is known for that.
 */
export function expressionComplaints(
  rule: GatewayRule,
  dialect: Dialect,
  differences: readonly Difference[],
): string[] {
  const condition = conditionOf(rule, 'FullyExpressed');
  const known = differences.flatMap((one) => (one.of === 'expression' ? [one.feature] : []));
  return featuresOf(rule, dialect).flatMap((feature) => {
    const { level } = dialect.support[feature];
    const named = condition?.status === 'False' && condition.message.includes(feature);
    const wrong = named ? level === 'full' && !known.includes(feature) : isLacking(feature, dialect);
    return wrong
      ? [`${feature}, ${level}: FullyExpressed is ${condition?.status}, ${condition?.message}`]
      : [];
  });
}
