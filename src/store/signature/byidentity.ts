import { clipped } from '../../base/text.ts';
import { certifiedIdentity } from './identity.ts';
import type { Identity, IdentityPolicy } from './policy.ts';
import type { Signature } from './signature.ts';
import type { Verdict } from './verdict.ts';

const MAX_PROBLEM = 200;
const MAX_NAME = 512;

type Sigstore = Awaited<ReturnType<typeof loadSigstore>>;

type Verifier = InstanceType<Sigstore['Verifier']>;

/** Packages of Sigstore, which a process without such a policy does without. */
async function loadSigstore() {
  const [{ bundleFromJSON }, { TrustedRoot }, { toSignedEntity, toTrustMaterial, Verifier }] =
    await Promise.all([
      import('@sigstore/bundle'),
      import('@sigstore/protobuf-specs'),
      import('@sigstore/verify'),
    ]);
  return { bundleFromJSON, TrustedRoot, toSignedEntity, toTrustMaterial, Verifier };
}

const verifiers = new WeakMap<IdentityPolicy, Verifier>();

/** Verdict of a policy of identities on a signature. */
export async function judgeByIdentity(policy: IdentityPolicy, signature: Signature): Promise<Verdict> {
  if (signature.bundle === undefined) {
    return { type: 'untrusted', fault: { type: 'no-certificate' } };
  }
  const sigstore = await loadSigstore();
  try {
    return identified(policy, extensionsOf(sigstore, policy, signature));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return notProved(clipped(problem.replaceAll(/[^ -~]/g, ''), MAX_PROBLEM));
  }
}

/** Extensions of the certificate of a signature, after certificate, log and signature are verified. Throws Errors. */
function extensionsOf(sigstore: Sigstore, policy: IdentityPolicy, { bundle, signed }: Signature) {
  const verifier = verifiers.get(policy) ?? verifierFor(sigstore, policy);
  verifiers.set(policy, verifier);
  const parsed = sigstore.bundleFromJSON(bundle);
  for (const { inclusionProof } of parsed.verificationMaterial.tlogEntries) {
    if (inclusionProof?.checkpoint !== undefined) {
      inclusionProof.checkpoint.envelope = plainNotes(inclusionProof.checkpoint.envelope);
    }
  }
  const entity = sigstore.toSignedEntity(parsed, signed);
  if (entity.key.$case !== 'certificate') {
    throw new Error('it has no certificate');
  }
  const { identity } = verifier.verify(entity);
  return (identity?.oids ?? []).map(({ oid, value }) => ({ id: oid?.id ?? [], value }));
}

function verifierFor({ TrustedRoot, toTrustMaterial, Verifier }: Sigstore, policy: IdentityPolicy): Verifier {
  return new Verifier(toTrustMaterial(TrustedRoot.fromJSON(policy.trustedRoot)));
}

function identified(
  { identities }: IdentityPolicy,
  extensions: Parameters<typeof certifiedIdentity>[0],
): Verdict {
  const found = certifiedIdentity(extensions);
  if (found === undefined) {
    return notProved('its certificate does not name one subject and one issuer');
  }
  const { subject, issuer } = found;
  return identities.some((wanted) => wanted.issuer === issuer && isMeant(wanted, subject))
    ? { type: 'signed', by: clipped(`${subject} (${issuer})`, MAX_NAME) }
    : {
        type: 'untrusted',
        fault: {
          type: 'other-identity',
          subject: clipped(subject, MAX_NAME),
          issuer: clipped(issuer, MAX_NAME),
        },
      };
}

/** Whether an identity is meant for a subject: as a whole, or by its beginning. */
function isMeant({ subject: wanted }: Identity, subject: string): boolean {
  return wanted.endsWith('/*') ? subject.startsWith(wanted.slice(0, -1)) : wanted === subject;
}

function notProved(problem: string): Verdict {
  return { type: 'untrusted', fault: { type: 'not-proved', problem } };
}

/** Most signatures of a checkpoint that are looked at. */
const MAX_NOTES = 16;

/** Signature of a checkpoint by a log with a plain name. */
const PLAIN_NOTE = /^\u2014 [\w.:/-]{1,255} [\w+/=]{1,4096}$/;

/**
 * Checkpoint that has only signatures of logs with plain names. The verifier uses these names as patterns, and nobody has
 * signed them: some patterns take longer than the operator lives.
 */
function plainNotes(envelope: string): string {
  const end = envelope.indexOf('\n\n');
  const lines = envelope.slice(end + 2).split('\n');
  const plain = lines.filter((line) => PLAIN_NOTE.test(line)).slice(0, MAX_NOTES);
  return `${envelope.slice(0, end + 2)}${plain.map((line) => `${line}\n`).join('')}`;
}
