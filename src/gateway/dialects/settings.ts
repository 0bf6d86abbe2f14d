import type { Configuration } from '../../api/gatewayrule.ts';

/** What the contract takes for a buffer setting that is not given. */
const DEFAULTS = { number: 4, kibibytes: 4 } as const;

/** Number of the buffers of an answer, and the size of each in KiB. */
export function answerBuffers({ proxyBufferNumbers, proxyBufferSize }: Configuration) {
  return {
    number: proxyBufferNumbers ?? DEFAULTS.number,
    kibibytes: proxyBufferSize ?? DEFAULTS.kibibytes,
  };
}

/** Whether buffers matter and something is said of them. */
export function setsBuffers({ proxyBuffering, proxyBufferNumbers, proxyBufferSize }: Configuration): boolean {
  return proxyBuffering !== 'off' && (proxyBufferNumbers !== undefined || proxyBufferSize !== undefined);
}
