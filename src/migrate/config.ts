import type { Policy } from '../api/policy.ts';
import { ROWS } from './table.ts';
import { booleanIn, numberIn } from './values.ts';

/** Configuration of the controller: the data of its ConfigMap. */
export type ControllerConfig = Readonly<Record<string, string>>;

/** Defaults of the controller that a rule does not have by itself. */
const BUILT_IN: ControllerConfig = { 'proxy-body-size': '1m' };

/** Annotations whose defaults have other names in the configuration. */
const RENAMED: Readonly<Record<string, string>> = {
  'auth-url': 'global-auth-url',
  'auth-response-headers': 'global-auth-response-headers',
  'auth-signin': 'global-auth-signin',
  'auth-method': 'global-auth-method',
};

/** Default of an annotation, and where it comes from. */
export interface Default {
  readonly value: string;
  readonly from: 'config' | 'built-in';
}

/** Default of an annotation by the configuration of the controller, else by the controller itself. Pure. */
export function defaultOf(name: string, config: ControllerConfig): Default | undefined {
  const value = carries(name) ? config[RENAMED[name] ?? name] : undefined;
  if (value !== undefined && value !== '') {
    return { value, from: 'config' };
  }
  const builtIn = BUILT_IN[name];
  return builtIn === undefined ? undefined : { value: builtIn, from: 'built-in' };
}

/** Whether a default counts: one that no rule says and that keeps nothing out does not. */
function carries(name: string): boolean {
  const row = ROWS[name];
  return row?.verdict === 'field' || row?.verdict === 'with' || (row?.verdict === 'refused' && !row.made);
}

/** Keys that are read beside the defaults of annotations. */
const OWN_KEYS = [
  'http-redirect-code',
  'hsts',
  'hsts-max-age',
  'hsts-include-subdomains',
  'hsts-preload',
  'use-gzip',
  'enable-brotli',
];

/** Notes on keys of the configuration that no rule carries. Pure. */
export function notesOnConfig(config: ControllerConfig): readonly string[] {
  const known = Object.keys(ROWS)
    .filter(carries)
    .map((name) => RENAMED[name] ?? name);
  const names = new Set([...known, ...OWN_KEYS]);
  return Object.keys(config)
    .filter((key) => !names.has(key))
    .map((key) => `configuration of the controller: no rule carries ${key}`);
}

const CODES = [301, 302, 303, 307, 308] as const;

/** Status of redirects that no annotation asks for. Pure. */
export function redirectCode(config: ControllerConfig): (typeof CODES)[number] {
  const number = numberIn(config['http-redirect-code'] ?? '');
  return CODES.find((code) => code === number) ?? 308;
}

/** Header by which browsers keep to HTTPS; undefined where the configuration turns it off. Pure. */
export function hstsOf(
  config: ControllerConfig,
): { readonly key: string; readonly value: string } | undefined {
  const isOn = (key: string, usual: boolean) => booleanIn(config[key] ?? '') ?? usual;
  const age = numberIn(config['hsts-max-age'] ?? '') ?? 31_536_000;
  const parts = [
    `max-age=${age}`,
    ...(isOn('hsts-include-subdomains', true) ? ['includeSubDomains'] : []),
    ...(isOn('hsts-preload', false) ? ['preload'] : []),
  ];
  return isOn('hsts', true) ? { key: 'Strict-Transport-Security', value: parts.join('; ') } : undefined;
}

/** Encodings in which the controller compresses answers; undefined for none. Pure. */
export function compressionOf(config: ControllerConfig): Policy['compression'] {
  const encodings: NonNullable<Policy['compression']> = [
    ...(booleanIn(config['enable-brotli'] ?? '') ? (['brotli'] as const) : []),
    ...(booleanIn(config['use-gzip'] ?? '') ? (['gzip'] as const) : []),
  ];
  return encodings.length === 0 ? undefined : encodings;
}
