import { stringify } from 'yaml';
import { ANNOTATIONS } from '../api/group.ts';
import { type Fields, fieldsOf, isFields, present } from '../base/fields.ts';
import { unifiedDiff } from '../base/unified.ts';
import { SECRETS } from './core.ts';
import { MASKED, type Mask, maskedValue } from './mask.ts';

/** Most characters of a text in an object that is shown: a longer one is a file that nobody reads here. */
const MAX_TEXT = 16_384;

/** Most characters of an object that is shown: the lines of a larger one take the event loop for too long. */
const MAX_OBJECT = 65_536;

/** Annotation of kubectl apply: the object once more, as its user wrote it. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Nothing, as the side of an object that is created or deleted. */
export const NOTHING: Fields = {};

/**
 * Lines of the unified diff of an object as YAML, without what the API server adds, and with marks in place of the
 * values of a Secret; undefined where it is too large. Pure.
 */
export function diffBetween(
  before: Fields,
  after: Fields,
  mask: Mask = (text) => text,
): readonly string[] | undefined {
  const [old, recent] = concealed(before, after).map((side) => linesOf(side, mask));
  return old === undefined || recent === undefined ? undefined : unifiedDiff(old, recent);
}

/** Both sides, with marks in place of the values of a Secret; a value that changes is told, not shown. */
function concealed(before: Fields, after: Fields): readonly [Fields, Fields] {
  const [old, recent] = [fieldsOf(before.data), fieldsOf(after.data)];
  const markOf = (name: string) =>
    Object.hasOwn(old, name) && old[name] !== recent[name] ? `${MASKED}, another one` : MASKED;
  return [marked(before, () => MASKED), marked(after, markOf)];
}

/** A Secret with marks in place of its values; any other object as it is. */
function marked(object: Fields, markOf: (name: string) => string): Fields {
  if (object.kind !== SECRETS.kind) {
    return object;
  }
  const { stringData: _texts, data, ...rest } = object;
  const names = Object.keys(fieldsOf(data));
  return { ...rest, data: Object.fromEntries(names.map((name) => [name, markOf(name)])) };
}

/** Lines of an object as YAML, without what the API server adds; undefined where it is too large. */
function linesOf(object: Fields, mask: Mask): readonly string[] | undefined {
  if (object === NOTHING) {
    return [];
  }
  const { status: _status, metadata, ...content } = object;
  const { name, labels, annotations } = fieldsOf(metadata);
  const { [ANNOTATIONS.applied]: _applied, [LAST_APPLIED]: _written, ...notes } = fieldsOf(annotations);
  const shown = {
    ...content,
    metadata: {
      name,
      ...present({ labels }),
      ...(Object.keys(notes).length === 0 ? {} : { annotations: notes }),
    },
  };
  const short = shortened(shown);
  return JSON.stringify(short).length > MAX_OBJECT
    ? undefined
    : stringify(maskedValue(short, mask), {
        lineWidth: 0,
        sortMapEntries: true,
        aliasDuplicateObjects: false,
      })
        .trimEnd()
        .split('\n');
}

/** Value with the number of characters in place of long texts. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT ? `(${value.length} characters)` : value;
  }
  if (Array.isArray(value)) {
    return value.map(shortened);
  }
  return isFields(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field)]))
    : value;
}
