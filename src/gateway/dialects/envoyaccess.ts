import type { Policy } from '../../api/policy.ts';
import type { Branch } from './group.ts';

const UNITS = { second: 'Second', minute: 'Minute', hour: 'Hour' } as const;

/** Blocks that have all addresses. */
const EVERYWHERE = ['0.0.0.0/0', '::/0'];

const COMPRESSORS = {
  gzip: { type: 'Gzip', gzip: {} },
  brotli: { type: 'Brotli', brotli: {} },
  zstd: { type: 'Zstd', zstd: {} },
} as const;

/** Settings of a BackendTrafficPolicy for the policy of a branch. */
export function trafficOf({ policy: { rateLimit, compression } }: Branch): object {
  return {
    ...(rateLimit === undefined ? {} : { rateLimit: { local: { rules: limitsOf(rateLimit) } } }),
    ...(compression === undefined ? {} : { compressor: compression.map((name) => COMPRESSORS[name]) }),
  };
}

function limitsOf({ requests, per, by = 'rule' }: NonNullable<Policy['rateLimit']>): readonly object[] {
  const limit = { requests, unit: UNITS[per] };
  return by === 'rule'
    ? [{ limit }]
    : EVERYWHERE.map((value) => ({
        clientSelectors: [{ sourceCIDR: { type: 'Distinct', value } }],
        limit,
      }));
}

/** Settings of a SecurityPolicy for the policy of a branch. */
export function securityOf({ policy: { allow, deny, basicAuth } }: Branch): object {
  const rules = [
    ...(deny === undefined ? [] : [{ action: 'Deny', principal: { clientCIDRs: deny } }]),
    ...(allow === undefined ? [] : [{ action: 'Allow', principal: { clientCIDRs: allow } }]),
  ];
  const defaultAction = allow === undefined ? 'Allow' : 'Deny';
  return {
    ...(rules.length === 0 ? {} : { authorization: { defaultAction, rules } }),
    ...(basicAuth === undefined ? {} : { basicAuth: { users: { name: basicAuth.secretName } } }),
  };
}
