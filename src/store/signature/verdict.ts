/** Verdict on a signature. */
export type Verdict =
  /** `by` names the key or the identity. */
  | { readonly type: 'signed'; readonly by: string }
  | { readonly type: 'untrusted'; readonly fault: SignatureFault };

/** Why a signature is not accepted. */
export type SignatureFault =
  /** It is none of those that cosign makes of artifacts. */
  | { readonly type: 'other-form' }
  /** It is for something else. */
  | { readonly type: 'other-digest' }
  /** No key of the policy has made it. */
  | { readonly type: 'other-key' }
  /** It has no certificate, and the policy wants one. */
  | { readonly type: 'no-certificate' }
  /** Its certificate or its entry in a log proves nothing; `problem` is for users. */
  | { readonly type: 'not-proved'; readonly problem: string }
  /** Another signer than those that are accepted. */
  | { readonly type: 'other-identity'; readonly subject: string; readonly issuer: string };

/** Faults from the farthest from an accepted signature to the nearest. */
const NEARNESS: readonly SignatureFault['type'][] = [
  'other-form',
  'other-digest',
  'no-certificate',
  'other-key',
  'not-proved',
  'other-identity',
];

/** Fault that tells a user most: that of the signature which comes nearest. Pure. */
export function nearest(faults: readonly SignatureFault[]): SignatureFault | undefined {
  return faults.toSorted((one, other) => NEARNESS.indexOf(other.type) - NEARNESS.indexOf(one.type))[0];
}
