import { verify } from 'node:crypto';
import type { KeyPolicy } from './policy.ts';
import type { Signature } from './signature.ts';
import type { Verdict } from './verdict.ts';

/** Verdict of a policy of keys on a signature. Pure. */
export function judgeByKey({ keys }: KeyPolicy, { signed, signature }: Signature): Verdict {
  const maker = keys.find(({ key }) =>
    verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature),
  );
  return maker === undefined
    ? { type: 'untrusted', fault: { type: 'other-key' } }
    : { type: 'signed', by: `key ${maker.digest}` };
}
