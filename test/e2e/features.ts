import { asks } from '../../src/gateway/dialects/asks.ts';
import type { Dialect, Feature } from '../../src/gateway/dialects/dialect.ts';
import type { GatewayRule } from '../../src/objects/stoa.ts';
import { parseRule } from '../../src/rule/effective.ts';
import type { HttpRequest } from './case.ts';
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

/** Whether a request would show one of these features. */
export function showsAny({ expect }: HttpRequest, features: ReadonlySet<Feature>): boolean {
  return [...features].some((feature) => SHOWS[feature]?.(expect) ?? false);
}

/**
 * What is wrong with what a rule says of its own expression: it must name each feature that the engine cannot
 * be told, and none that the engine does whole.
 */
export function expressionComplaints(rule: GatewayRule, dialect: Dialect): string[] {
  const condition = conditionOf(rule, 'FullyExpressed');
  const named = (feature: Feature) => condition?.status === 'False' && condition.message.includes(feature);
  return featuresOf(rule, dialect)
    .filter((feature) => {
      const { level } = dialect.support[feature];
      return (isLacking(feature, dialect) && !named(feature)) || (level === 'full' && named(feature));
    })
    .map((feature) => {
      const { level } = dialect.support[feature];
      return `${feature} (${level} on ${dialect.name}): FullyExpressed is ${condition?.status}, ${condition?.message}`;
    });
}
