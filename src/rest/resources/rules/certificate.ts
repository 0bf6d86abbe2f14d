import type { HttpRule } from '../../../api/gatewayrule.ts';
import { present } from '../../../base/fields.ts';

/** Members of a half that name its certificate: by its number, or by its Secret. */
const MEMBERS = ['certificateId', 'certificateName'] as const;

/** Certificate that a rule names: one of both, or none. */
type Named = Readonly<Partial<Pick<HttpRule, (typeof MEMBERS)[number]>>>;

/** Certificate of a stored rule, and the Secret that its record shows. */
export interface StoredCertificate extends Named {
  readonly shown?: string | undefined;
}

/**
 * Half of a request with the certificate that the rule is to name, or without both members where it stays as it is. A
 * number goes before a name: records of rules with a number show the name of its Secret, too. What records show of a rule
 * changes nothing. Pure.
 */
export function withOneCertificate<H extends Readonly<Record<string, unknown>>>(
  half: H,
  stored: StoredCertificate,
): H {
  const others = Object.fromEntries(
    Object.entries(half).filter(([member]) => !MEMBERS.some((each) => each === member)),
  );
  const named = certificateIn(half, stored);
  return { ...others, ...(named && { certificateId: undefined, certificateName: undefined, ...named }) } as H;
}

/** Certificate that a half newly names, an empty one for none; undefined where the stored one stays. */
function certificateIn(
  half: Readonly<Record<string, unknown>>,
  stored: StoredCertificate,
): Named | undefined {
  const { certificateId, certificateName } = half as Named;
  if (certificateId !== undefined) {
    return { certificateId };
  }
  if (certificateName !== undefined && certificateName !== shownSecret(stored)) {
    return { certificateName };
  }
  const endsName = 'certificateName' in half && certificateName === undefined && 'certificateName' in stored;
  const endsNumber = 'certificateId' in half && 'certificateId' in stored;
  return endsName || endsNumber ? {} : undefined;
}

/** Secret that the record of a rule shows: the one that it names, or the one that it is served with. */
export function shownSecret({ certificateName, shown }: StoredCertificate): string | undefined {
  return certificateName ?? shown;
}

/** Certificate of a stored http half, with the Secret that its rule is served with. */
export function storedCertificate(
  http: Partial<HttpRule> | undefined,
  shown: string | undefined,
): StoredCertificate {
  const { certificateId, certificateName } = http ?? {};
  return present({ certificateId, certificateName, shown });
}
