import type { EffectiveHttp } from '../../rule/effective.ts';
import type { Claims } from '../claims.ts';
import type { GatewayConfig } from '../config.ts';
import type { Feature } from './feature.ts';

/** Part of the Gateway API beyond its Core that a route uses for a field of a rule. */
export type ApiUse = (
  | {
      readonly type: 'named';
      /** Names by which engines claim it: the present one, then those of older releases. */
      readonly names: readonly [string, ...string[]];
    }
  /** Engines have no name to claim it by. */
  | { readonly type: 'nameless'; readonly what: string }
) & {
  /** Rules that use it, where the field alone does not. */
  readonly only?: {
    readonly text: string;
    readonly holds: (rule: EffectiveHttp, config: GatewayConfig) => boolean;
  };
};

/** Field whose effect depends on features that engines claim. */
export type ClaimedField = Feature | typeof REDIRECT;

const REDIRECT = 'http.ruleExtensions[httptohttps]';

/**
 * Uses of the Gateway API beyond its Core by each field, where no dialect adds objects of the engine. Fields that the
 * Gateway API has no field for have none, as those that its Core has.
 */
export const API_USES: Readonly<Record<ClaimedField, readonly ApiUse[]>> = {
  'http.containerPort[appProtocol: h2c]': [{ type: 'named', names: ['HTTPRouteBackendProtocolH2C'] }],
  'http.containerPort[appProtocol: ws]': [{ type: 'named', names: ['HTTPRouteBackendProtocolWebSocket'] }],
  'http.containerPort[appProtocol: https]': [],
  'http.containerPort[appProtocol: other]': [],
  'http.domainHeader': [],
  'http.domainCookie': [{ type: 'nameless', what: 'regular expressions on headers' }],
  'http.ruleExtensions[lb-type: cookie-session-affinity]': [],
  'http.ruleExtensions[lb-type: upstream-hash-by]': [],
  'http.configuration.proxyBodySize': [],
  'http.configuration.proxyBuffering': [],
  'http.configuration.proxyBufferSize': [],
  'http.configuration.proxyBufferNumbers': [],
  'http.configuration.proxyConnectTimeout': [],
  'http.configuration.proxyReadTimeout': [],
  'http.configuration.proxySendTimeout': [],
  'http.configuration.setHeaders': [
    {
      type: 'named',
      names: ['HTTPRouteHostRewrite'],
      only: {
        text: 'for `Host`',
        holds: ({ settings: { setHeaders = [] } }) =>
          setHeaders.some(({ key }) => key.toLowerCase() === 'host'),
      },
    },
  ],
  'http.policy.match.methods': [{ type: 'named', names: ['HTTPRouteMethodMatching'] }],
  'http.policy.match.query': [{ type: 'named', names: ['HTTPRouteQueryParamMatching'] }],
  'http.policy.match.path': [],
  'http.policy.rewrite.path': [{ type: 'named', names: ['HTTPRoutePathRewrite'] }],
  'http.policy.rewrite.host': [{ type: 'named', names: ['HTTPRouteHostRewrite'] }],
  'http.policy.timeouts.request': [{ type: 'named', names: ['HTTPRouteRequestTimeout'] }],
  'http.policy.timeouts.backendRequest': [{ type: 'named', names: ['HTTPRouteBackendTimeout'] }],
  'http.policy.retry': [{ type: 'named', names: ['HTTPRouteRetryCodes', 'HTTPRouteRetry'] }],
  'http.policy.retry.backoff': [{ type: 'nameless', what: 'pauses between tries' }],
  'http.policy.cors': [{ type: 'named', names: ['HTTPRouteCORS'] }],
  'http.policy.redirect': [
    redirectUse('HTTPRouteSchemeRedirect', 'for `scheme`', ({ scheme }) => scheme !== undefined),
    redirectUse('HTTPRoutePortRedirect', 'for `port`', ({ port }) => port !== undefined),
    redirectUse('HTTPRoutePathRedirect', 'for `path`', ({ path }) => path !== undefined),
    ...([303, 307, 308] as const).map((code) =>
      redirectUse(`HTTPRoute${code}RedirectStatusCode`, `for \`code\` ${code}`, (to) => to.code === code),
    ),
  ],
  'http.policy.mirror': [
    { type: 'named', names: ['HTTPRouteRequestMirror'] },
    {
      type: 'named',
      names: ['HTTPRouteRequestPercentageMirror'],
      only: {
        text: 'for `percent`',
        holds: ({ policy: { mirror } }) => mirror?.percent !== undefined,
      },
    },
  ],
  'http.policy.requestHeaders': [],
  'http.policy.responseHeaders': [{ type: 'named', names: ['HTTPRouteResponseHeaderModification'] }],
  'http.policy.rateLimit': [],
  'http.policy.allow': [],
  'http.policy.deny': [],
  'http.policy.basicAuth': [],
  'http.policy.externalAuth': [],
  'http.policy.compression': [],
  [REDIRECT]: [
    { type: 'named', names: ['HTTPRouteSchemeRedirect'] },
    {
      type: 'named',
      names: ['HTTPRoutePortRedirect'],
      only: {
        text: 'for another port than 443',
        holds: (_, { https: { port, publicPort = port } }) => publicPort !== 443,
      },
    },
  ],
};

function redirectUse(
  name: string,
  text: string,
  holds: (redirect: NonNullable<EffectiveHttp['policy']['redirect']>) => boolean,
): ApiUse {
  const only = {
    text,
    holds: ({ policy: { redirect } }: EffectiveHttp) => redirect !== undefined && holds(redirect),
  };
  return { type: 'named', names: [name], only };
}

/** Word of an engine on a feature of the Gateway API that a field of a rule uses. */
export type FieldClaim =
  | ({ readonly type: 'claimed' } & NamedUse)
  | ({ readonly type: 'not-claimed' } & NamedUse)
  | { readonly type: 'not-told'; readonly field: ClaimedField; readonly why: string };

/** Feature of the Gateway API that a field uses, and the engine that would name it. */
interface NamedUse {
  readonly field: ClaimedField;
  readonly engine: string;
  readonly feature: string;
}

/** The word of the engine on all that the fields of a rule, which request features, use of the Gateway API beyond its Core. */
export function fieldClaims(
  rule: EffectiveHttp,
  requested: readonly Feature[],
  config: GatewayConfig,
  claims: Claims,
): readonly FieldClaim[] {
  const fields: readonly ClaimedField[] = [...requested, ...(rule.redirect ? ([REDIRECT] as const) : [])];
  return fields.flatMap((field) =>
    API_USES[field]
      .filter(({ only }) => only === undefined || only.holds(rule, config))
      .map((use) => claimOn(field, use, claims)),
  );
}

function claimOn(field: ClaimedField, use: ApiUse, claims: Claims): FieldClaim {
  if (use.type === 'nameless') {
    return {
      type: 'not-told',
      field,
      why: `the Gateway API has no name by which an engine claims ${use.what}`,
    };
  }
  const [feature] = use.names;
  if (claims.type === 'not-told') {
    return { type: 'not-told', field, why: `it needs ${feature}, and ${claims.why}` };
  }
  const { engine, names } = claims;
  const claimed = use.names.some((name) => names.has(name));
  return { type: claimed ? 'claimed' : 'not-claimed', field, engine, feature };
}
