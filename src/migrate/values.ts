import { isIP } from 'node:net';

/** Boolean as the original reads it; undefined where it is none. */
export function booleanIn(text: string): boolean | undefined {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) {
    return true;
  }
  return ['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text) ? false : undefined;
}

/** Whole number, not below zero; undefined where it is none. */
export function numberIn(text: string): number | undefined {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Bytes of a size in the words of nginx, such as `8m`; undefined where it is none. */
export function bytesIn(text: string): number | undefined {
  const [, digits, unit = ''] = /^([0-9]{1,12})([bkmgBKMG]?)$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
}

/** Entries of a list with commas, without blanks around them. */
export function listIn(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

/** Blocks of addresses of a list; undefined where one is none. */
export function blocksIn(text: string): string[] | undefined {
  const blocks = listIn(text).map(blockOf);
  return blocks.length === 0 || blocks.includes(undefined)
    ? undefined
    : [...new Set(blocks.flatMap((block) => block ?? []))];
}

function blockOf(text: string): string | undefined {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  if (version === 0) {
    return undefined;
  }
  return bits === undefined ? `${address}/${version === 4 ? 32 : 128}` : text;
}

/** Service of a namespace, as URLs in a cluster name it. */
export interface ServiceUrl {
  readonly service: string;
  readonly port: number;
  readonly path: string;
}

/** Service of a URL by plain HTTP in this namespace; undefined for other places, and for variables. */
export function serviceIn(text: string, namespace: string): ServiceUrl | undefined {
  const url = urlIn(text);
  if (url?.protocol !== 'http:' || text.includes('$') || url.search !== '' || url.username !== '') {
    return undefined;
  }
  const [service = '', of = namespace, svc = 'svc', ...domain] = url.hostname.split('.');
  const isService =
    of === namespace && svc === 'svc' && ['', 'cluster.local'].includes(domain.join('.')) && service !== '';
  return isService
    ? { service, port: url.port === '' ? 80 : Number(url.port), path: url.pathname }
    : undefined;
}

/** URL of a text; undefined where it is none. */
export function urlIn(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
