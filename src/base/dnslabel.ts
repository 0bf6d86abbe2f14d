import { shortHash } from './hash.ts';

/** Most characters of a DNS label. */
export const MAX_NAME = 63;

/** DNS label of a text, beginning with a letter; empty where nothing of the text can stand in one. */
export function dnsLabel(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NAME)
    .replace(/-$/, '');
}

/** `<name>-<suffix>` as a DNS label of at most `max` characters; a hash replaces what is lost. */
export function withSuffix(name: string, suffix: string, max: number = MAX_NAME): string {
  const whole = `${name}-${suffix}`;
  const label = dnsLabel(whole);
  if (label === whole && label.length <= max) {
    return label;
  }
  const cut = label.slice(0, max - 9).replace(/-$/, '');
  return `${cut === '' ? 's' : cut}-${shortHash(whole, 8)}`;
}

/** Lower-case DNS name, whose labels have letters, digits and, not at their ends, `-`; of any length. */
export const DNS_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
