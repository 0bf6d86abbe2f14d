import { createHmac } from 'node:crypto';
import { REASONS } from '../api/reason.ts';
import { type Fields, isFields } from '../base/fields.ts';
import { FIELD_BOUNDS } from '../base/jsonvalue.ts';
import type { RefusedRendering } from '../source/source.ts';
import type { ValuesText } from '../source/surroundings.ts';
import { refusedRendering } from './refusal.ts';
import type { ChartRefusal } from './rendering.ts';

/** Outcome of reading a text of values. */
export type ReadValues =
  | { readonly type: 'read'; readonly values: Fields }
  | {
      readonly type: 'refused';
      readonly refusal:
        | { readonly type: 'values-unreadable'; readonly message: string }
        | Extract<
            ChartRefusal,
            { type: 'out-of-memory' | 'too-slow' | 'too-much-output' | 'too-deep' | 'crashed' }
          >;
    };

/** Reader of texts of values, which nobody needs to trust. */
export interface ValuesReader {
  /** Reads a text as Helm reads a file of values. Throws only the reason of `signal`. */
  readValues(text: Uint8Array, signal: AbortSignal): Promise<ReadValues>;
}

/** Values that an install takes from objects of its namespace. */
export interface GivenValues {
  readonly type: 'given';
  readonly values: Fields;
  /** Texts in those of Secrets. */
  readonly confidential: readonly string[];
  /** Whether a Secret gave some of them, be they texts or not. */
  readonly fromSecrets: boolean;
}

/** Most levels of values, below which no text is overlooked: as many as `spec.values` has. */
const MAX_LEVELS = FIELD_BOUNDS.levels;

/** Reads texts of values and merges them, each over those before it. Throws only the reason of `signal`. */
export async function readGiven(
  reader: ValuesReader,
  texts: readonly ValuesText[],
  signal: AbortSignal,
): Promise<GivenValues | RefusedRendering> {
  let values: Fields = {};
  let confidential: readonly string[] = [];
  let fromSecrets = false;
  for (const { path, text, isSecret } of texts) {
    const read = await reader.readValues(Buffer.from(text), signal);
    if (read.type === 'refused') {
      return refusedText(read.refusal, path, isSecret);
    }
    const found = scalarsIn(read.values, MAX_LEVELS);
    if (found === undefined) {
      return tooDeep(path);
    }
    if (isSecret && Object.keys(read.values).length > 0) {
      confidential = [...confidential, ...found];
      fromSecrets = true;
    }
    values = mergedValues(values, read.values);
  }
  return { type: 'given', values, confidential, fromSecrets };
}

/** Values over others, as Helm merges those of several files: maps level by level; a null stays, and removes one. Pure. */
export function mergedValues(below: Fields, above: Fields): Fields {
  const both = new Map(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    const under = both.get(name);
    both.set(name, isFields(value) && isFields(under) ? mergedValues(under, value) : value);
  }
  return Object.fromEntries(both);
}

/** Digest of values that tells nothing of them without the key. Pure. */
export function keyedDigest(values: Fields, key: string): string {
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('hex');
}

function refusedText(
  refusal: Extract<ReadValues, { type: 'refused' }>['refusal'],
  path: string,
  isSecret: boolean,
): RefusedRendering {
  switch (refusal.type) {
    case 'values-unreadable':
      // What a parser says may quote the text.
      return invalid(`${path}: ${isSecret ? 'it is no map in YAML' : refusal.message}`);
    case 'crashed':
      return refusedRendering(refusal, isSecret);
    case 'too-deep':
      return tooDeep(path);
    default:
      return invalid(`${path}: it takes more memory or time than values may`);
  }
}

function tooDeep(path: string): RefusedRendering {
  return invalid(`${path}: it has more than ${MAX_LEVELS} levels`);
}

function invalid(message: string): RefusedRendering {
  return { type: 'refused', reason: REASONS.valuesInvalid, message };
}

/** Fewest digits of a number that is confidential. */
const MIN_DIGITS = 6;

/** Texts in values, and long numbers; undefined where the values have more levels. */
function scalarsIn(value: unknown, levels: number): readonly string[] | undefined {
  if (typeof value === 'string') {
    return value === '' ? [] : [value];
  }
  if (typeof value === 'number') {
    return String(value).length < MIN_DIGITS ? [] : [String(value)];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  if (levels === 0) {
    return undefined;
  }
  const found = Object.values(value).map((each) => scalarsIn(each, levels - 1));
  return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
}
