import type { components } from '../../../client/paths.d.ts';

/** A certificate of a team, as the API lists it. */
export type ListedCertificate = components['schemas']['CertificatePage']['list'][number];

/** End of a certificate, by a colour and by words. */
export interface End {
  readonly health: 'good' | 'warning' | 'bad';
  readonly words: string;
}

const DAY_MS = 24 * 3600 * 1000;

/** Days before its end from which a certificate counts as ending soon. */
const SOON_DAYS = 14;

/** Time at which a certificate ends; empty where it cannot be read. */
export function endTimeOf({ end_data }: Pick<ListedCertificate, 'end_data'>): string {
  // The API tells it in UTC, and without saying so.
  return end_data === '' ? '' : `${end_data}Z`;
}

/** End of a certificate in words, at a time. */
export function endOf(certificate: ListedCertificate, now: Date): End {
  const { has_expired, problems } = certificate;
  const end = endTimeOf(certificate);
  if (end === '') {
    return { health: 'bad', words: 'cannot be read' };
  }
  const days = (Date.parse(end) - now.getTime()) / DAY_MS;
  if (has_expired || days <= 0) {
    return { health: 'bad', words: `expired ${daysText(Math.max(-days, 0))} ago` };
  }
  if (days < SOON_DAYS) {
    return { health: 'warning', words: `ends soon, in ${daysText(days)}` };
  }
  return problems.length > 0
    ? { health: 'warning', words: `good for ${daysText(days)}, but` }
    : { health: 'good', words: `good for ${daysText(days)}` };
}

function daysText(days: number): string {
  const whole = Math.floor(days);
  if (whole < 1) {
    return 'less than a day';
  }
  return whole === 1 ? '1 day' : `${whole} days`;
}

/** Certificates with a text in their alias, their hosts or their issuer. */
export function matching(
  certificates: readonly ListedCertificate[],
  text: string,
): readonly ListedCertificate[] {
  const wanted = text.trim().toLowerCase();
  return certificates.filter(({ alias, issued_to, issued_by }) =>
    [alias, issued_by, ...issued_to].some((each) => each.toLowerCase().includes(wanted)),
  );
}
