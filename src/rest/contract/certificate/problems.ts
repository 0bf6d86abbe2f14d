import { readTls } from '../../../content/certificate.ts';
import { flawsOf, nameFlaw } from '../../../content/certificateflaws.ts';
import type { Secret } from '../../../objects/core.ts';

/** Sentences on what is wrong with the certificate in a Secret at a time; for a host too where one is given. Pure. */
export function problemsOf({ type, data }: Secret, now: Date, host?: string): string[] {
  const content = readTls(type, data);
  if (content.type === 'unusable') {
    return [`the certificate cannot be used: ${content.why}`];
  }
  const wrongName = host === undefined ? undefined : nameFlaw(content, host);
  const flaws = [...(wrongName === undefined ? [] : [wrongName]), ...flawsOf(content, now)];
  return flaws.map(({ text }) => `the certificate ${text}`);
}
