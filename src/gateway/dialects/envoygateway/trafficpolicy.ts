import type { Configuration } from '../../../api/gatewayrule.ts';
import type { Policy } from '../../../api/policy.ts';
import type { Rendered } from '../../object.ts';
import { answerBuffers, requestsBuffers } from '../feature.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { consistentHash } from './consistenthash.ts';
import { isEmpty, policyOf } from './policy.ts';
import { TRAFFIC_POLICIES } from './resources.ts';

const UNITS = { second: 'Second', minute: 'Minute', hour: 'Hour' } as const;

/** Blocks that have all addresses. */
const EVERYWHERE = ['0.0.0.0/0', '::/0'];

const COMPRESSORS = {
  gzip: { type: 'Gzip', gzip: {} },
  brotli: { type: 'Brotli', brotli: {} },
  zstd: { type: 'Zstd', zstd: {} },
} as const;

/** Most MiB of a request in the memory of Envoy, which all teams share. */
export const MOST_IN_MEMORY = 64;

/**
 * The policy of an HTTPRoute, or one for each of its branches where one of them has settings of its own: a policy for a
 * rule is in the place of that for the route. It overrides a policy for the whole Gateway only in the fields that it sets.
 */
export function trafficPolicies(group: ListenerGroup): readonly Rendered[] {
  const settings = policySettings(group);
  return targetsBranches(group)
    ? group.branches.flatMap((branch) =>
        policyOf(group, TRAFFIC_POLICIES, { ...settings, ...trafficOf(branch) }, branch),
      )
    : policyOf(group, TRAFFIC_POLICIES, settings);
}

/** Whether the settings of branches differ. */
export function targetsBranches({ branches }: ListenerGroup): boolean {
  return branches.some((branch) => !isEmpty(trafficOf(branch)));
}

/** Settings of a BackendTrafficPolicy for the policy of a branch. */
function trafficOf({ policy: { rateLimit, compression } }: Branch): object {
  return {
    ...(rateLimit === undefined ? {} : { rateLimit: { local: { rules: rulesOf(rateLimit) } } }),
    ...(compression === undefined ? {} : { compressor: compression.map((name) => COMPRESSORS[name]) }),
  };
}

function rulesOf({ requests, per, by = 'rule' }: NonNullable<Policy['rateLimit']>): readonly object[] {
  const limit = { requests, unit: UNITS[per] };
  return by === 'rule'
    ? [{ limit }]
    : EVERYWHERE.map((value) => ({
        clientSelectors: [{ sourceCIDR: { type: 'Distinct', value } }],
        limit,
      }));
}

function policySettings(group: ListenerGroup): object {
  const hash = consistentHash(group);
  const timeout = timeouts(group.settings);
  const limit = requestLimit(group.settings);
  const buffer = bufferLimit(group.settings);
  return {
    ...(hash === undefined ? {} : { loadBalancer: { type: 'ConsistentHash', consistentHash: hash } }),
    ...(Object.keys(timeout).length > 0 ? { timeout } : {}),
    ...(limit === undefined ? {} : { requestBuffer: { limit } }),
    ...(buffer === undefined ? {} : { connection: { bufferLimit: buffer } }),
  };
}

/** A limit of 0 seconds cannot be kept. */
function timeouts({
  proxyConnectTimeout,
  proxyReadTimeout = 0,
  proxySendTimeout = 0,
}: Configuration): object {
  const pause = proxyReadTimeout || proxySendTimeout;
  return {
    ...(proxyConnectTimeout ? { tcp: { connectTimeout: `${proxyConnectTimeout}s` } } : {}),
    // Without the former, Envoy would end an answer after 15 seconds in all.
    ...(pause > 0 ? { http: { requestTimeout: '0s', streamIdleTimeout: `${pause}s` } } : {}),
  };
}

/** Limit of a request as Envoy Gateway takes it; undefined where there is none, or one that it does not get. */
export function requestLimit({ proxyBodySize = 0 }: Configuration): string | undefined {
  return proxyBodySize > 0 && proxyBodySize <= MOST_IN_MEMORY ? `${proxyBodySize}Mi` : undefined;
}

function bufferLimit(settings: Configuration): string | undefined {
  const { number, kibibytes } = answerBuffers(settings);
  return requestsBuffers(settings) ? `${number * kibibytes}Ki` : undefined;
}
