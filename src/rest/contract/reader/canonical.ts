import { flagOfWord } from '../flag.ts';
import type { Shape } from './shape.ts';

/** The canonical form of a body, and the paths of members that no schema names. */
export interface Canonical {
  readonly body: unknown;
  readonly ignored: readonly string[];
  /** Name of the level that the canonical form has around the members of the body. */
  readonly level?: string;
}

/**
 * Canonical form of a body, as the schema of `shape` takes it: texts without blanks at their ends, decimal texts where
 * an integer is asked for, words where a flag is, numbers where a text is, and no unknown members. It refuses nothing:
 * a value that has no canonical form stays as it is, for the schema to refuse.
 */
export function canonicalOf(shape: Shape, raw: unknown): Canonical {
  const ignored: string[] = [];
  return { body: canonicalValue(shape, raw, '', ignored), ignored };
}

function canonicalValue(shape: Shape, raw: unknown, path: string, ignored: string[]): unknown {
  switch (shape.kind) {
    case 'text':
      return textOf(raw);
    case 'integer':
      return integerOf(raw);
    case 'flag':
      return flagOf(raw);
    case 'list':
      return Array.isArray(raw)
        ? raw.map((item, index) => canonicalValue(shape.item, item, `${path}.${index}`, ignored))
        : raw;
    case 'choice':
      return isObject(raw) ? membersOf(shape.members, raw, path, ignored) : trimmed(raw);
    case 'object':
      return isObject(raw) ? membersOf(shape.members, raw, path, ignored) : raw;
    case 'verbatim':
      return raw;
  }
}

function membersOf(
  members: ReadonlyMap<string, Shape>,
  raw: Readonly<Record<string, unknown>>,
  path: string,
  ignored: string[],
): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(raw)) {
    const at = path === '' ? name : `${path}.${name}`;
    const shape = members.get(name);
    if (shape === undefined) {
      ignored.push(at);
    } else {
      kept.push([name, canonicalValue(shape, value, at, ignored)]);
    }
  }
  return Object.fromEntries(kept);
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text without blanks at its ends; one of blanks alone is empty. */
function trimmed(raw: unknown): unknown {
  return typeof raw === 'string' ? raw.trim() : raw;
}

/** Longest number that is read as a text: a longer one may have lost digits when its JSON was parsed. */
const EXACT = /^-?[\d.]{1,15}$/;

function textOf(raw: unknown): unknown {
  if (typeof raw !== 'number') {
    return trimmed(raw);
  }
  const text = String(raw);
  return EXACT.test(text) ? text : raw;
}

/** Longest text that is read as an integer, far beyond every bound of a field. */
const MAX_DIGITS = 64;

function integerOf(raw: unknown): unknown {
  if (typeof raw !== 'string') {
    return raw;
  }
  const text = raw.trim();
  // Zero is added, so that -0 becomes 0.
  return text.length <= MAX_DIGITS && /^[+-]?\d+(\.0*)?$/.test(text) ? Number(text) + 0 : raw;
}

function flagOf(raw: unknown): unknown {
  return typeof raw === 'string' || typeof raw === 'number' ? (flagOfWord(String(raw)) ?? raw) : raw;
}
