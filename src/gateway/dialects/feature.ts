import type { Configuration } from '../../api/gatewayrule.ts';
import type { Policy } from '../../api/policy.ts';
import type { DeclaredProtocol } from '../../component/exposure.ts';
import type { EffectiveHttp, Treatment } from '../../rule/effective.ts';
import { type Branch, hasPort, type ListenerGroup } from './group.ts';

/** The part of a group that requests features. */
interface FeatureRequests extends Pick<ListenerGroup, 'balancing' | 'settings'> {
  readonly branches: readonly Branch[];
}

/** Features that a rule may request and not every engine supports, as paths below `spec`, and who requests each. */
const REQUESTED = {
  'http.containerPort[appProtocol: h2c]': declaring('h2c'),
  'http.containerPort[appProtocol: ws]': declaring('ws'),
  'http.containerPort[appProtocol: https]': declaring('https'),
  'http.containerPort[appProtocol: other]': declaring('other'),
  'http.domainHeader': ({ branches }) => branches.some(({ headers }) => Object.keys(headers).length > 0),
  'http.domainCookie': ({ branches }) => branches.some(({ cookies }) => Object.keys(cookies).length > 0),
  'http.ruleExtensions[lb-type: cookie-session-affinity]': ({ balancing }) => balancing.type === 'cookie',
  'http.ruleExtensions[lb-type: upstream-hash-by]': ({ balancing }) => balancing.type === 'hash',
  'http.configuration.proxyBodySize': ({ settings }) => settings.proxyBodySize !== undefined,
  'http.configuration.proxyBuffering': ({ settings }) => settings.proxyBuffering !== undefined,
  // Where answers are not buffered, the number and size of buffers do not matter.
  'http.configuration.proxyBufferSize': ({ settings }) =>
    settings.proxyBufferSize !== undefined && settings.proxyBuffering !== 'off',
  'http.configuration.proxyBufferNumbers': ({ settings }) =>
    settings.proxyBufferNumbers !== undefined && settings.proxyBuffering !== 'off',
  'http.configuration.proxyConnectTimeout': ({ settings }) => settings.proxyConnectTimeout !== undefined,
  'http.configuration.proxyReadTimeout': ({ settings }) => settings.proxyReadTimeout !== undefined,
  'http.configuration.proxySendTimeout': ({ settings }) => settings.proxySendTimeout !== undefined,
  'http.configuration.setHeaders': ({ settings }) => (settings.setHeaders ?? []).length > 0,
  'http.policy.match.methods': ({ branches }) => branches.some(({ methods }) => methods.length > 0),
  'http.policy.match.query': ({ branches }) => branches.some(({ query }) => Object.keys(query).length > 0),
  'http.policy.match.path': ({ branches }) => branches.some(({ exactPath }) => exactPath !== undefined),
  'http.policy.rewrite.path': treats(({ rewrite }) => rewrite?.path),
  'http.policy.rewrite.host': treats(({ rewrite }) => rewrite?.host),
  'http.policy.timeouts.request': treats(({ timeouts }) => timeouts?.request),
  'http.policy.timeouts.backendRequest': treats(({ timeouts }) => timeouts?.backendRequest),
  'http.policy.retry': treats(({ retry }) => retry),
  'http.policy.retry.backoff': treats(({ retry }) => retry?.backoff),
  'http.policy.cors': treats(({ cors }) => cors),
  'http.policy.redirect': treats(({ redirect }) => redirect),
  'http.policy.mirror': treats(({ mirror }) => mirror),
  'http.policy.requestHeaders': treats(({ requestHeaders }) => requestHeaders),
  'http.policy.responseHeaders': treats(({ responseHeaders }) => responseHeaders),
  'http.policy.rateLimit': treats(({ rateLimit }) => rateLimit),
  'http.policy.allow': treats(({ allow }) => allow),
  'http.policy.deny': treats(({ deny }) => deny),
  'http.policy.basicAuth': treats(({ basicAuth }) => basicAuth),
  'http.policy.externalAuth': treats(({ externalAuth }) => externalAuth),
  'http.policy.compression': treats(({ compression }) => compression),
} as const satisfies Record<SettingFeature | PolicyFeature, Predicate> & Record<`http.${string}`, Predicate>;

type Predicate = (from: FeatureRequests) => boolean;

/** A port of the component, or of the one that gets copies, declares a protocol. */
function declaring(protocol: DeclaredProtocol): Predicate {
  return ({ branches }) => branches.some((branch) => hasPort(branch, (declared) => declared === protocol));
}

/** The policy of a branch has a member, or a part of one. */
function treats(partOf: (policy: Treatment) => unknown): Predicate {
  return ({ branches }) => branches.some(({ policy }) => partOf(policy) !== undefined);
}

/** The features of settings: every setting of a rule has one. */
type SettingFeature = `http.configuration.${keyof Configuration}`;

/** The features of policies: every member of a policy has one, or each of its parts has. */
type PolicyFeature =
  | `http.policy.${Exclude<keyof Policy, 'match' | 'rewrite' | 'timeouts'>}`
  | `http.policy.match.${keyof Required<Policy>['match']}`
  | `http.policy.rewrite.${keyof Required<Policy>['rewrite']}`
  | `http.policy.timeouts.${keyof Required<Policy>['timeouts']}`;

/** A feature, as a path below `spec`. */
export type Feature = keyof typeof REQUESTED;

/** All features. */
export const FEATURES = Object.keys(REQUESTED) as readonly Feature[];

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

/** Buffer settings where a rule leaves them out, as in the contract. */
const DEFAULTS = { number: 4, kibibytes: 4 } as const;

/** Largest buffer of an answer, and most memory for all of them, in KiB: all teams share that of the engine. */
export const MOST_BUFFERED = { each: 1024, all: 4096 } as const;

/** Number of the buffers of an answer, and the size of each in KiB, within the bounds of memory. */
export function answerBuffers({ proxyBufferNumbers, proxyBufferSize }: Configuration) {
  const kibibytes = Math.min(proxyBufferSize ?? DEFAULTS.kibibytes, MOST_BUFFERED.each);
  const most = Math.floor(MOST_BUFFERED.all / kibibytes);
  return { number: Math.min(proxyBufferNumbers ?? DEFAULTS.number, most), kibibytes };
}

/** Whether a group requests buffers of its own for answers. */
export function requestsBuffers(settings: Configuration): boolean {
  const { proxyBuffering, proxyBufferNumbers, proxyBufferSize } = settings;
  return proxyBuffering !== 'off' && (proxyBufferNumbers !== undefined || proxyBufferSize !== undefined);
}
