import type { Configuration } from '../../api/gatewayrule.ts';
import type { Policy } from '../../api/policy.ts';
import type { DeclaredProtocol } from '../../component/exposure.ts';
import type { EffectiveHttp } from '../../rule/effective.ts';
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
  'http.policy.rewrite.path': ({ branches }) =>
    branches.some(({ policy }) => policy.rewrite?.path !== undefined),
  'http.policy.rewrite.host': ({ branches }) =>
    branches.some(({ policy }) => policy.rewrite?.host !== undefined),
  'http.policy.timeouts.request': ({ branches }) =>
    branches.some(({ policy }) => policy.timeouts?.request !== undefined),
  'http.policy.timeouts.backendRequest': ({ branches }) =>
    branches.some(({ policy }) => policy.timeouts?.backendRequest !== undefined),
  'http.policy.retry': ({ branches }) => branches.some(({ policy }) => policy.retry !== undefined),
  'http.policy.retry.backoff': ({ branches }) =>
    branches.some(({ policy }) => policy.retry?.backoff !== undefined),
  'http.policy.cors': ({ branches }) => branches.some(({ policy }) => policy.cors !== undefined),
  'http.policy.redirect': ({ branches }) => branches.some(({ policy }) => policy.redirect !== undefined),
  'http.policy.mirror': ({ branches }) => branches.some(({ policy }) => policy.mirror !== undefined),
  'http.policy.requestHeaders': ({ branches }) =>
    branches.some(({ policy }) => policy.requestHeaders !== undefined),
  'http.policy.responseHeaders': ({ branches }) =>
    branches.some(({ policy }) => policy.responseHeaders !== undefined),
  'http.policy.rateLimit': ({ branches }) => branches.some(({ policy }) => policy.rateLimit !== undefined),
  'http.policy.allow': ({ branches }) => branches.some(({ policy }) => policy.allow !== undefined),
  'http.policy.deny': ({ branches }) => branches.some(({ policy }) => policy.deny !== undefined),
  'http.policy.basicAuth': ({ branches }) => branches.some(({ policy }) => policy.basicAuth !== undefined),
  'http.policy.externalAuth': ({ branches }) =>
    branches.some(({ policy }) => policy.externalAuth !== undefined),
  'http.policy.compression': ({ branches }) =>
    branches.some(({ policy }) => policy.compression !== undefined),
} as const satisfies Record<SettingFeature | PolicyFeature, Predicate> & Record<`http.${string}`, Predicate>;

type Predicate = (from: FeatureRequests) => boolean;

/** A port of the component, or of the one that gets copies, declares a protocol. */
function declaring(protocol: DeclaredProtocol): Predicate {
  return ({ branches }) => branches.some((branch) => hasPort(branch, (declared) => declared === protocol));
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
