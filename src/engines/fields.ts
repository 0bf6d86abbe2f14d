import type { BackendChoice } from '../api/backend.ts';
import type { Configuration, HttpRule } from '../api/gatewayrule.ts';
import type { Policy } from '../api/policy.ts';
import { fieldAt } from '../base/fields.ts';
import type { DeclaredProtocol } from '../component/exposure.ts';
import type { EffectiveHttp } from '../rule/effective.ts';
import { type Ability, cookiesBy, unguarded } from './ability.ts';
import { type Branch, hasPort, type ListenerGroup } from './group.ts';

/** Field of a rule that not every engine expresses. */
interface Field {
  /** Whether a group requests it; where this is missing, it does if it has the member that the path names. */
  readonly requested?: Predicate;
  /** Ability of the Gateway API alone, which an engine has without objects of its own. */
  readonly core: Ability;
  /**
   * Parts of the Gateway API beyond its Core that a route uses for the field, where no dialect adds objects of the engine;
   * none where the Gateway API has no field for it, or its Core has.
   */
  readonly uses?: readonly ApiUse[];
}

/** Part of a group that requests features. */
interface FeatureRequests extends Pick<ListenerGroup, 'balancing' | 'settings' | 'path'> {
  readonly branches: readonly Branch[];
}

type Predicate = (from: FeatureRequests) => boolean;

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
    readonly holds: (rule: EffectiveHttp, https: HttpsPort) => boolean;
  };
};

/** Port for HTTPS of the gateway. */
export interface HttpsPort {
  readonly port: number;
  /** The port that clients see, where it is another. */
  readonly publicPort?: number | undefined;
}

/** Members of the HTTP part of a rule that every engine expresses, since Stoa makes routes and listeners of them. */
type Common =
  | 'serviceId'
  | 'serviceName'
  | 'domainName'
  | 'domainPath'
  | 'theWeight'
  | 'certificateId'
  | 'certificateName'
  | 'whetherOpen'
  | 'autoSsl'
  | 'autoSslConfig'
  | 'issuerRef';

/** Members of the HTTP part of a rule with a feature for some values, or for each of their own members. */
type Parted = 'containerPort' | 'ruleExtensions' | 'configuration' | 'policy';

/** The features that the schemas of rules demand: every member has one, or each of its parts has. */
type Demanded =
  | `http.${Exclude<keyof HttpRule, Common | Parted>}`
  | `http.configuration.${keyof Configuration}`
  | `http.policy.${Exclude<keyof Policy, 'match' | 'backend' | 'rewrite' | 'timeouts'>}`
  | `http.policy.match.${keyof NonNullable<Policy['match']>}`
  | `http.policy.backend[protocol: ${NonNullable<Policy['backend']>['protocol']}]`
  | `http.policy.rewrite.${keyof NonNullable<Policy['rewrite']>}`
  | `http.policy.timeouts.${keyof NonNullable<Policy['timeouts']>}`;

const BY_TLS_POLICY =
  'only where a BackendTLSPolicy names the Service, as policy.backend has Stoa write it: else the engine speaks no TLS';
const ONLY_DECLARED =
  'the protocol of a port is what appProtocol of its Service says: set kubernetes.io/h2c there for h2c, and none for http';
const BY_PORT: Ability = { level: 'full', how: 'by the port of the Service' };
const BY_FILTER: Ability = { level: 'full', how: 'by a filter of the route' };
const BY_TIMEOUTS: Ability = { level: 'full', how: 'by the timeouts of the route' };
const NO_POD = unsupported('the choice of a pod');
const NO_PERSISTENCE =
  'the Gateway API has only an experimental sessionPersistence for it, whose fields have changed in 1.7, which deprecates it: Stoa does not write it';
const NO_BUFFERS = unsupported('buffers');
const NO_ADDRESSES = unguarded('the Gateway API has no field for the addresses of clients');

const OWN_ORDER = 'each engine has its own order among expressions and the beginnings of longer paths';

/** Fields that a rule may have and not every engine expresses, as paths below `spec`. */
const FIELDS = {
  'http.containerPort[appProtocol: h2c]': {
    requested: declaring('h2c'),
    core: BY_PORT,
    uses: [named('HTTPRouteBackendProtocolH2C')],
  },
  'http.containerPort[appProtocol: ws]': {
    requested: declaring('ws'),
    core: BY_PORT,
    uses: [named('HTTPRouteBackendProtocolWebSocket')],
  },
  'http.containerPort[appProtocol: https]': {
    requested: declaring('https'),
    core: { level: 'close', how: BY_TLS_POLICY },
  },
  'http.containerPort[appProtocol: other]': {
    requested: declaring('other'),
    core: {
      level: 'none',
      how: 'the Gateway API knows kubernetes.io/h2c, kubernetes.io/ws and kubernetes.io/wss',
    },
  },
  'http.domainPath[%xx]': {
    requested: ({ path }) => path.includes('%'),
    core: {
      level: 'close',
      how: 'as it is written: the Gateway API does not say in which form engines compare escapes, so that requests may go to a rule for a shorter path',
    },
  },
  'http.domainHeader': {
    requested: inBranches(({ headers }) => hasMembers(headers)),
    core: { level: 'full', how: 'by the headers of a match' },
  },
  'http.domainCookie': {
    requested: inBranches(({ cookies }) => hasMembers(cookies)),
    core: cookiesBy('a regular expression on the header Cookie, which nearly all engines know'),
    uses: [nameless('regular expressions on headers')],
  },
  'http.ruleExtensions[lb-type: cookie-session-affinity]': {
    requested: ({ balancing }) => balancing.type === 'cookie',
    core: { level: 'none', how: NO_PERSISTENCE },
  },
  'http.ruleExtensions[lb-type: upstream-hash-by]': {
    requested: ({ balancing }) => balancing.type === 'hash',
    core: NO_POD,
  },
  'http.configuration.proxyBodySize': { core: unsupported('the size of requests') },
  'http.configuration.proxyBuffering': { core: NO_BUFFERS },
  // Where answers are not buffered, the number and size of buffers do not matter.
  'http.configuration.proxyBufferSize': {
    requested: ({ settings }) => settings.proxyBufferSize !== undefined && settings.proxyBuffering !== 'off',
    core: NO_BUFFERS,
  },
  'http.configuration.proxyBufferNumbers': {
    requested: ({ settings }) =>
      settings.proxyBufferNumbers !== undefined && settings.proxyBuffering !== 'off',
    core: NO_BUFFERS,
  },
  'http.configuration.proxyConnectTimeout': { core: unsupported('the time to connect') },
  'http.configuration.proxyReadTimeout': {
    core: {
      level: 'none',
      how: 'the Gateway API limits the time of a whole answer, not that between two reads of it',
    },
  },
  'http.configuration.proxySendTimeout': { core: unsupported('the time between two writes of a request') },
  'http.configuration.setHeaders': {
    requested: ({ settings }) => (settings.setHeaders ?? []).length > 0,
    core: { level: 'full', how: 'by filters of the route' },
    uses: [
      named('HTTPRouteHostRewrite', {
        text: 'for `Host`',
        holds: ({ settings: { setHeaders = [] } }) =>
          setHeaders.some(({ key }) => key.toLowerCase() === 'host'),
      }),
    ],
  },
  'http.policy.match.methods': {
    requested: inBranches(({ methods }) => methods.length > 0),
    core: { level: 'full', how: 'by a match for each method' },
    uses: [named('HTTPRouteMethodMatching')],
  },
  'http.policy.match.query': {
    requested: inBranches(({ query }) => hasMembers(query)),
    core: { level: 'full', how: 'by the parameters of a match' },
    uses: [named('HTTPRouteQueryParamMatching')],
  },
  'http.policy.match.path': {
    requested: inBranches(({ exactPath }) => exactPath !== undefined),
    core: { level: 'full', how: 'by a match of the whole path' },
  },
  'http.policy.match.pathRegex': {
    requested: inBranches(({ pathRegex }) => pathRegex !== undefined),
    core: {
      level: 'close',
      how: `by a regular expression for the path; ${OWN_ORDER}`,
      lost: () => undefined,
    },
    uses: [nameless('regular expressions on paths')],
  },
  'http.policy.backend[protocol: http]': {
    requested: stating('http'),
    core: byDeclaration('http', ['h2c', 'other']),
  },
  'http.policy.backend[protocol: h2c]': {
    requested: stating('h2c'),
    core: byDeclaration('h2c', ['http', 'https', 'ws', 'other']),
  },
  'http.policy.backend[protocol: https]': {
    requested: stating('https'),
    core: { level: 'full', how: 'by a BackendTLSPolicy' },
    uses: [named('BackendTLSPolicy')],
  },
  'http.policy.match.grpc': {
    requested: inBranches(({ grpc }) => grpc !== undefined),
    core: { level: 'full', how: 'by the method of a GRPCRoute' },
    uses: [named('GRPCRoute')],
  },
  'http.policy.rewrite.path': { core: BY_FILTER, uses: [named('HTTPRoutePathRewrite')] },
  'http.policy.rewrite.host': { core: BY_FILTER, uses: [named('HTTPRouteHostRewrite')] },
  'http.policy.timeouts.request': { core: BY_TIMEOUTS, uses: [named('HTTPRouteRequestTimeout')] },
  'http.policy.timeouts.backendRequest': { core: BY_TIMEOUTS, uses: [named('HTTPRouteBackendTimeout')] },
  'http.policy.retry': {
    core: { level: 'full', how: 'by the route; Gateway API 1.7, or its experimental channel' },
    uses: [{ type: 'named', names: ['HTTPRouteRetryCodes', 'HTTPRouteRetry'] }],
  },
  'http.policy.retry.backoff': {
    core: { level: 'full', how: 'by the route' },
    uses: [nameless('pauses between tries')],
  },
  'http.policy.cors': { core: BY_FILTER, uses: [named('HTTPRouteCORS')] },
  'http.policy.redirect': {
    core: BY_FILTER,
    uses: [
      redirectUse('HTTPRouteSchemeRedirect', 'for `scheme`', ({ scheme }) => scheme !== undefined),
      redirectUse('HTTPRoutePortRedirect', 'for `port`', ({ port }) => port !== undefined),
      redirectUse('HTTPRoutePathRedirect', 'for `path`', ({ path }) => path !== undefined),
      ...([303, 307, 308] as const).map((code) =>
        redirectUse(`HTTPRoute${code}RedirectStatusCode`, `for \`code\` ${code}`, (to) => to.code === code),
      ),
    ],
  },
  'http.policy.mirror': {
    core: BY_FILTER,
    uses: [
      named('HTTPRouteRequestMirror'),
      named('HTTPRouteRequestPercentageMirror', {
        text: 'for `percent`',
        holds: ({ policy: { mirror } }) => mirror?.percent !== undefined,
      }),
    ],
  },
  'http.policy.requestHeaders': { core: BY_FILTER },
  'http.policy.responseHeaders': { core: BY_FILTER, uses: [named('HTTPRouteResponseHeaderModification')] },
  'http.policy.rateLimit': { core: unsupported('the number of requests') },
  'http.policy.allow': { core: NO_ADDRESSES },
  'http.policy.deny': { core: NO_ADDRESSES },
  'http.policy.basicAuth': { core: unguarded('the Gateway API has no field for passwords') },
  'http.policy.externalAuth': {
    core: unguarded(
      'engines have no name by which they claim the filter ExternalAuth, which is experimental',
    ),
  },
  'http.policy.compression': { core: unsupported('compression') },
} as const satisfies Record<Demanded, Field> & Record<`http.${string}`, Field>;

/** A feature: a field, as a path below `spec`. */
export type Feature = keyof typeof FIELDS;

/** Abilities of an engine for all features. */
export type Abilities = Readonly<Record<Feature, Ability>>;

/** A feature that a group requests and the engine does not support, or not quite as requested, and why. */
export interface UnsupportedFeature {
  readonly field: Feature;
  readonly why: string;
}

/** All features. */
export const FEATURES = Object.keys(FIELDS).filter(isFeature);

/** Whether a text is the name of a feature. */
export function isFeature(text: string): text is Feature {
  return Object.hasOwn(FIELDS, text);
}

/** Redirect of plain requests to HTTPS, which Stoa writes without the help of a dialect. */
export const REDIRECT = 'http.ruleExtensions[httptohttps]';

/** Field whose effect depends on features that engines claim. */
export type ClaimedField = Feature | typeof REDIRECT;

const REDIRECT_USES: readonly ApiUse[] = [
  named('HTTPRouteSchemeRedirect'),
  named('HTTPRoutePortRedirect', {
    text: 'for another port than 443',
    holds: (_, { port, publicPort = port }) => publicPort !== 443,
  }),
];

/** Uses of the Gateway API beyond its Core by each field. */
export const API_USES = {
  ...perFeature<readonly ApiUse[]>(({ uses = [] }) => uses),
  [REDIRECT]: REDIRECT_USES,
} satisfies Readonly<Record<ClaimedField, readonly ApiUse[]>>;

/** Abilities of the Gateway API alone. */
export const GATEWAY_API_ABILITIES = perFeature<Ability>(({ core }) => core);

const REQUESTED = perFeature<Predicate>((field, feature) => field.requested ?? having(feature));

/** The features that a group requests. */
export function requestedFeatures(from: FeatureRequests): readonly Feature[] {
  return FEATURES.filter((feature) => REQUESTED[feature](from));
}

/** The features that one rule requests, with the ports that it leads to. */
export function requestedByRule(
  rule: EffectiveHttp,
  ports: Pick<Branch, 'backends' | 'mirror'> = { backends: [] },
): readonly Feature[] {
  return requestedFeatures({ ...rule, branches: [{ ...rule, ...ports }] });
}

/** A value for each feature. */
export function perFeature<T>(make: (field: Field, feature: Feature) => T): Readonly<Record<Feature, T>> {
  const entries = FEATURES.map((feature) => [feature, make(FIELDS[feature], feature)] as const);
  return Object.fromEntries(entries) as Record<Feature, T>;
}

/** The member that a path names is set: in the policy of a branch, in the settings, or in the rule itself. */
function having(feature: Feature): Predicate {
  const [, part = '', ...rest] = feature.split('.');
  switch (part) {
    case 'policy':
      return inBranches(({ policy }) => fieldAt(policy, rest) !== undefined);
    case 'configuration':
      return ({ settings }) => fieldAt(settings, rest) !== undefined;
    default: {
      const path = [part, ...rest];
      return (from) => fieldAt(from, path) !== undefined;
    }
  }
}

function inBranches(holds: (branch: Branch) => boolean): Predicate {
  return ({ branches }) => branches.some(holds);
}

function hasMembers(map: object): boolean {
  return Object.keys(map).length > 0;
}

/** A port of the component, or of the one that gets copies, declares a protocol. */
function declaring(protocol: DeclaredProtocol): Predicate {
  return inBranches((branch) => hasPort(branch, (declared) => declared === protocol));
}

/** A rule states a protocol for the port that it leads to. */
function stating(protocol: BackendChoice['protocol']): Predicate {
  return inBranches(({ backends }) => backends.some(({ choice }) => choice?.protocol === protocol));
}

/** Ability for a protocol that a rule states and engines read off the port only, which may declare one of `others`. */
function byDeclaration(stated: BackendChoice['protocol'], others: readonly DeclaredProtocol[]): Ability {
  const isOther = ({ backends }: Branch) =>
    backends.some(
      ({ choice, declares = 'http' }) => choice?.protocol === stated && others.includes(declares),
    );
  return {
    level: 'close',
    how: ONLY_DECLARED,
    lost: ({ branches }) => (branches.some(isOther) ? ONLY_DECLARED : undefined),
  };
}

/** Ability for a feature that the Gateway API has no fields for. */
function unsupported(what: string): Ability {
  return { level: 'none', how: `the Gateway API has no field for ${what}` };
}

function nameless(what: string): ApiUse {
  return { type: 'nameless', what };
}

function named(name: string, only?: ApiUse['only']): ApiUse {
  return { type: 'named', names: [name], ...(only === undefined ? {} : { only }) };
}

function redirectUse(
  name: string,
  text: string,
  holds: (redirect: NonNullable<EffectiveHttp['policy']['redirect']>) => boolean,
): ApiUse {
  return named(name, {
    text,
    holds: ({ policy: { redirect } }) => redirect !== undefined && holds(redirect),
  });
}
