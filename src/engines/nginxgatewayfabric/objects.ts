import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../../api/policy.ts';
import type { Resource } from '../../kube/resource.ts';
import { answerBuffers, type Branch, type ListenerGroup } from '../group.ts';
import { nginxBytes, nginxKibibytes, nginxMebibytes } from './quantity.ts';

/** ProxySettingsPolicies of NGINX Gateway Fabric. */
export const PROXY_SETTINGS = nginxResource('proxysettingspolicies', 'ProxySettingsPolicy');

/** ClientSettingsPolicies of NGINX Gateway Fabric. */
export const CLIENT_SETTINGS = nginxResource('clientsettingspolicies', 'ClientSettingsPolicy');

/** UpstreamSettingsPolicies of NGINX Gateway Fabric. */
export const UPSTREAM_SETTINGS = nginxResource('upstreamsettingspolicies', 'UpstreamSettingsPolicy');

/** RateLimitPolicies of NGINX Gateway Fabric. */
export const RATE_LIMITS = nginxResource('ratelimitpolicies', 'RateLimitPolicy');

/** AuthenticationFilters of NGINX Gateway Fabric. */
export const AUTHENTICATION = nginxResource('authenticationfilters', 'AuthenticationFilter');

function nginxResource(plural: string, kind: string): Resource {
  return { group: 'gateway.nginx.org', version: 'v1alpha1', plural, kind, namespaced: true };
}

/** Number of buffers that NGINX Gateway Fabric takes; fewer leave none to read into while others are sent. */
export const BUFFERS = { least: 3, most: 256 } as const;

/** Whether nginx holds answers back. */
export function answerBuffering({ settings: { proxyBuffering } }: ListenerGroup): object | undefined {
  return proxyBuffering === undefined ? undefined : { buffering: { disable: proxyBuffering === 'off' } };
}

/** Buffers of answers: the first part of one has a buffer of its own, as large as the others. */
export function buffers({ settings }: ListenerGroup): object | undefined {
  const { proxyBufferNumbers, proxyBufferSize } = settings;
  if (proxyBufferNumbers === undefined && proxyBufferSize === undefined) {
    return undefined;
  }
  const requested = answerBuffers(settings);
  const number = bufferNumber(requested.number);
  const size = nginxKibibytes(requested.kibibytes);
  return {
    buffering: {
      bufferSize: size.text,
      buffers: { number, size: size.text },
      busyBuffersSize: busySize(number, size.amount),
    },
  };
}

/**
 * Part of an answer that may wait for the client while nginx reads on: two buffers, which is nginx's own way,
 * or one and a half where all but one of them are two. (nginx refuses less than one buffer and more than all
 * but one, NGINX Gateway Fabric these bounds too; what follows by itself from three buffers is beyond them.)
 */
function busySize(number: number, kibibytes: number): string {
  return number > BUFFERS.least ? nginxKibibytes(2 * kibibytes).text : nginxBytes(1536 * kibibytes).text;
}

/** Number of buffers that NGINX Gateway Fabric takes in place of the requested one. */
export function bufferNumber(requested: number): number {
  return Math.min(Math.max(requested, BUFFERS.least), BUFFERS.most);
}

/** Limit of requests; nginx's own is 1 MiB, so that no limit, which is 0, is written too. */
export function bodyLimit({ settings: { proxyBodySize } }: ListenerGroup): object | undefined {
  return proxyBodySize === undefined
    ? undefined
    : { body: { maxSize: proxyBodySize === 0 ? '0' : nginxMebibytes(proxyBodySize).text } };
}

/** Filter that lets only those through who know a password. */
export function basicAuth({ policy }: Branch, { host }: ListenerGroup): object | undefined {
  const realm = host.replace('*.', '');
  return (
    policy.basicAuth && { type: 'Basic', basic: { secretRef: { name: policy.basicAuth.secretName }, realm } }
  );
}

type RateLimit = NonNullable<Policy['rateLimit']>;

/** Limit of a route, which has no rule with another one. */
export function rateLimit(group: ListenerGroup): object | undefined {
  const limit = commonLimit(group);
  const rate = limit && rateOf(limit);
  if (limit === undefined || rate === undefined) {
    return undefined;
  }
  const { requests, burst = requests, by = 'rule' } = limit;
  // A key that is the same for all requests; nginx counts none whose key is empty.
  const key = by === 'client' ? '$binary_remote_addr' : 'rule';
  const rules = [{ key, rate, burst: burst - 1, noDelay: true }];
  return { rateLimit: { local: { rules }, rejectCode: 429 } };
}

/** The limit that all branches have. */
export function commonLimit({ branches }: ListenerGroup): RateLimit | undefined {
  const [first, ...others] = branches.map(({ policy }) => policy.rateLimit);
  return others.every((other) => isDeepStrictEqual(other, first)) ? first : undefined;
}

/** Rate as nginx counts it, by the second or by the minute; undefined where it is neither. */
export function rateOf({ requests, per }: RateLimit): string | undefined {
  switch (per) {
    case 'second':
      return `${requests}r/s`;
    case 'minute':
      return `${requests}r/m`;
    case 'hour':
      return requests % 60 === 0 ? `${requests / 60}r/m` : undefined;
  }
}

/**
 * Variables that nginx has whatever modules it was built with, as far as they are of use here: with one that
 * it does not have, it would take no configuration at all.
 */
const VARIABLE =
  /^\$(binary_remote_addr|remote_addr|remote_user|host|request_uri|uri|args|query_string|request_method|scheme|(http|cookie|arg)_[a-z_]+)$/;

/** Method by which nginx chooses a pod; undefined where none is requested, or it has none. */
export function balancingMethod({ balancing }: ListenerGroup): object | undefined {
  switch (balancing.type) {
    case 'round-robin':
      return undefined;
    case 'cookie':
      return { loadBalancingMethod: 'ip_hash' };
    case 'hash':
      return VARIABLE.test(balancing.variable)
        ? { loadBalancingMethod: 'hash consistent', hashMethodKey: balancing.variable }
        : undefined;
  }
}
