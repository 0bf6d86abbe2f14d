import { createHash } from 'node:crypto';

/** Longest name of a Service, and of every object of an install. */
const MAX_NAME = 63;

/** Room that a workload's name leaves for the names of its pods and jobs. */
const MAX_WORKLOAD = 52;

/** A text as a DNS label that starts with a letter; empty where nothing of it can stand in one. */
export function dnsLabel(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NAME)
    .replace(/-+$/, '');
}

/** `<name>-<suffix>` as a DNS label of at most `max` characters; a hash tells what is cut off. */
export function withSuffix(name: string, suffix: string, max: number = MAX_NAME): string {
  const whole = `${name}-${suffix}`;
  const label = whole
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/-+$/, '');
  if (label === whole && label.length <= max) {
    return label;
  }
  return `${label.slice(0, max - 9).replace(/-+$/, '')}-${hash(whole, 8)}`;
}

/** Name of a component's workload: install and component, unique by a hash of its key where it must be. */
export function workloadName(install: string, shortName: string, key: string, taken: boolean): string {
  const short = dnsLabel(shortName);
  const name = withSuffix(install, short === '' || taken ? `${short}-${hash(key, 8)}` : short, MAX_WORKLOAD);
  return dnsLabel(name) === name ? name : `s-${name}`.slice(0, MAX_WORKLOAD);
}

/** The first hexadecimal digits of the SHA-256 of a text. */
export function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
