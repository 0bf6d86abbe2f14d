import type { StoreRefusal } from '../refusal.ts';
import { judgeByIdentity } from './byidentity.ts';
import { judgeByKey } from './bykey.ts';
import { type SignatureRegistry, signaturesOf } from './find.ts';
import type { SignaturePolicy } from './policy.ts';
import type { Signature } from './signature.ts';
import { nearest, type SignatureFault, type Verdict } from './verdict.ts';

/** Artifact of a registry, and who must have signed it. */
export interface Signable {
  /** Digest of its manifest: `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  readonly policy: SignaturePolicy;
}

/**
 * Looks in a registry for a signature of cosign that a policy accepts. The first one decides; nothing of the artifact is
 * read. Refusals are values; throws only the reason of `signal`.
 */
export async function verifySignature(
  registry: SignatureRegistry,
  { digest, policy }: Signable,
  signal: AbortSignal,
): Promise<Extract<Verdict, { type: 'signed' }> | StoreRefusal> {
  const faults: SignatureFault[] = [];
  for await (const found of signaturesOf({ registry, digest, signal })) {
    if (found.type !== 'signature' && found.type !== 'no-signature') {
      return found;
    }
    const verdict =
      found.type === 'signature' ? await judge(found, { digest, policy }) : untrusted('other-form');
    if (verdict.type === 'signed') {
      return verdict;
    }
    faults.push(verdict.fault);
  }
  const fault = nearest(faults);
  return fault === undefined
    ? { type: 'unsigned' }
    : { type: 'signature-untrusted', signatures: faults.length, fault };
}

async function judge(signature: Signature, { digest, policy }: Signable): Promise<Verdict> {
  if (!signature.digests.includes(digest.replace('sha256:', ''))) {
    return untrusted('other-digest');
  }
  return policy.type === 'keys' ? judgeByKey(policy, signature) : judgeByIdentity(policy, signature);
}

function untrusted(type: 'other-form' | 'other-digest'): Extract<Verdict, { type: 'untrusted' }> {
  return { type: 'untrusted', fault: { type } };
}
