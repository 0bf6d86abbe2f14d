import type { Diagnostics } from './diagnostics.ts';
import { component } from './format.ts';
import type { Key, Section } from './section.ts';

/** Diagnostic for a null in a list. */
export const NULL_ENTRY = 'is null, and left out';

/** Most characters of a key in a path: keys are arbitrary text. */
const MAX_KEY = 80;

/**
 * Reports the keys of a model, or of one of its components, that have a value but no effect here, and those that the
 * format does not have. The entries of `apps` are no part of the model.
 */
export function reportUnsupportedKeys(
  value: unknown,
  { keys }: Section,
  path: string,
  diagnostics: Diagnostics,
): void {
  for (const [name, inner] of isMap(value) ? Object.entries(value) : []) {
    reportKey(keys.get(name), inner, path === '' ? shown(name) : `${path}.${shown(name)}`, diagnostics);
  }
}

function reportKey(key: Key | undefined, value: unknown, path: string, diagnostics: Diagnostics): void {
  if (key === undefined) {
    diagnostics.addTolerated(path, 'the format has no such key');
  } else if (key.effect === 'not applied') {
    if (saysSomething(value)) {
      diagnostics.addNotApplied(path, key.how);
    }
  } else if (key.below !== undefined && key.below !== component) {
    reportBelow(value, key.below, path, diagnostics);
  }
}

function reportBelow(value: unknown, section: Section, path: string, diagnostics: Diagnostics): void {
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
