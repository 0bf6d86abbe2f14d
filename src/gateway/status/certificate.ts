import type { Verdict } from '../../api/condition.ts';
import { LABELS } from '../../api/group.ts';
import { REASONS, type Reason } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { type Flaw, flawsOf, nameFlaw } from '../../content/certificateflaws.ts';
import type { CertificateRef, EffectiveHttp } from '../../rule/effective.ts';
import type { HostTls } from '../tls.ts';

const TYPE = 'ResolvedRefs';

/** Flaws for which clients refuse a certificate for certain, and the reasons of a rule that has it. */
const REFUSED: Readonly<Partial<Record<Flaw['type'], Reason>>> = {
  name: REASONS.certificateNotForHost,
  purpose: REASONS.certificateNotForHost,
  expired: REASONS.certificateExpired,
  'not-yet-valid': REASONS.certificateNotYetValid,
};

/** Other flaws, and the reasons of a rule that is resolved all the same. */
const REMARKED: Readonly<Partial<Record<Flaw['type'], Reason>>> = {
  expiring: REASONS.certificateExpiring,
  chain: REASONS.certificateChainIncomplete,
  key: REASONS.certificateKeyUncommon,
};

/** The verdict on a rule that was `resolved`, by the certificate of its host: a failure, or the same with remarks. */
export function withCertificate(
  resolved: Verdict,
  { host }: EffectiveHttp,
  tls: HostTls,
  now: Date,
): Verdict {
  switch (tls.type) {
    case 'none':
      return resolved;
    case 'missing':
      return fails(TYPE, REASONS.certificateNotFound, missingText(tls.certificate));
    case 'unusable':
      return fails(TYPE, REASONS.certificateInvalid, `Secret ${tls.secret} cannot be used: ${tls.why}`);
    case 'usable': {
      const { secret, certificate } = tls;
      const wrongName = nameFlaw(certificate, host);
      return judged(resolved, secret, [...(wrongName ? [wrongName] : []), ...flawsOf(certificate, now)]);
    }
  }
}

/** Sentence on a certificate that no Secret has. */
function missingText(certificate: CertificateRef): string {
  return certificate.type === 'number'
    ? `no Secret of this namespace and the type kubernetes.io/tls has the label ${LABELS.certificateId}: "${certificate.id}"`
    : `this namespace has no Secret ${certificate.name} of the type kubernetes.io/tls`;
}

function judged(resolved: Verdict, secret: string, flaws: readonly Flaw[]): Verdict {
  const subject = `the certificate in Secret ${secret}`;
  for (const { type, text } of flaws) {
    const reason = REFUSED[type];
    if (reason !== undefined) {
      return fails(TYPE, reason, `${subject} ${text}`);
    }
  }
  const reason = flaws.map(({ type }) => REMARKED[type]).find((each) => each !== undefined);
  return reason === undefined
    ? resolved
    : holds(
        TYPE,
        reason,
        [resolved.message, ...flaws.map(({ text }) => `but ${subject} ${text}`)].join(', '),
      );
}
