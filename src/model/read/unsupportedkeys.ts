import type { Diagnostics } from './diagnostics.ts';
import { SECTIONS, type Section } from './keys.ts';

/** Diagnostic for a null in a list. */
export const NULL_ENTRY = 'is null, and left out';

/** Most characters of a key in a path: keys are arbitrary text. */
const MAX_KEY = 80;

/**
 * Reports the keys of a map that have a value but no effect here, and those that the format does not have. `section`
 * is a key of `SECTIONS`. Entries of `apps` are left to the caller.
 */
export function reportUnsupportedKeys(
  value: unknown,
  section: string,
  path: string,
  diagnostics: Diagnostics,
): void {
  const known = SECTIONS[section];
  if (known === undefined || !isMap(value)) {
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    reportKey(known, key, inner, path === '' ? shown(key) : `${path}.${shown(key)}`, diagnostics);
  }
}

function reportKey(
  { keys }: Section,
  name: string,
  value: unknown,
  path: string,
  diagnostics: Diagnostics,
): void {
  const key = keys.get(name);
  if (key === undefined) {
    diagnostics.addTolerated(path, 'the format has no such key');
  } else if (key.effect === 'not applied') {
    if (saysSomething(value)) {
      diagnostics.addNotApplied(path, key.how);
    }
  } else if (key.section !== undefined && key.section !== 'component') {
    reportBelow(value, key.section, path, diagnostics);
  }
}

function reportBelow(value: unknown, section: string, path: string, diagnostics: Diagnostics): void {
  if (!Array.isArray(value)) {
    reportUnsupportedKeys(value, section, path, diagnostics);
    return;
  }
  for (const [at, item] of value.entries()) {
    if (item === null) {
      diagnostics.addTolerated(`${path}[${at}]`, NULL_ENTRY);
    }
    reportUnsupportedKeys(item, section, `${path}[${at}]`, diagnostics);
  }
}

function saysSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some(saysSomething);
  }
  return value !== null && value !== undefined && value !== '' && value !== false && value !== 0;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(key: string): string {
  return key.slice(0, MAX_KEY).replace(/[^!-~]/g, '?');
}
