import { stringify } from 'yaml';
import { ANNOTATIONS } from '../../api/group.ts';
import { type Fields, fieldsOf, isFields } from '../../base/fields.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { withDigests } from '../diff.ts';
import type { ObjectChange } from './change.ts';
import { MASKED, type Mask, maskedValue } from './mask.ts';
import { unifiedDiff } from './unified.ts';

/** Most characters of a text in an object that is shown: a longer one is a file that nobody reads here. */
const MAX_TEXT = 16_384;

/** Most characters of an object that is shown: the lines of a larger one take the event loop for too long. */
const MAX_OBJECT = 65_536;

/** Lines of the unified diff of a change; undefined where an object is unknown or too large. Pure. */
export function diffOf(change: ObjectChange, mask: Mask): readonly string[] | undefined {
  const [before, after] = sidesOf(change);
  const sides = [before, after].map((side) => side && linesOf(side, mask));
  const [old, recent] = sides;
  return old === undefined || recent === undefined ? undefined : unifiedDiff(old, recent);
}

/** Nothing, as the other side of an object that is created or deleted. */
const NOTHING: Fields = {};

/** Object before and after a change, as far as they are comparable; undefined where one is not known. */
function sidesOf(change: ObjectChange): readonly (Fields | undefined)[] {
  switch (change.action) {
    case 'create':
      return [NOTHING, confidential(change.planned.draft)];
    case 'delete':
      return [];
    case 'change':
    case 'recreate': {
      const { planned, before, after } = change;
      if (before === undefined) {
        return [];
      }
      if (planned.resource.kind === SECRETS.kind && planned.resource.group === SECRETS.group) {
        return sidesOfSecret(before as Secret, planned.draft as unknown as Secret);
      }
      const [old, recent] = [fieldsOf(before), fieldsOf(after ?? planned.draft)];
      return [after === undefined ? fieldsOf(within(old, recent)) : old, recent];
    }
  }
}

/** Stored part of an object that a draft sets: what it leaves to others and to the API server is none of its changes. */
function within(stored: unknown, draft: unknown): unknown {
  if (Array.isArray(stored) && Array.isArray(draft)) {
    return stored.map((item, index) => (index < draft.length ? within(item, draft[index]) : item));
  }
  return isFields(stored) && isFields(draft)
    ? Object.fromEntries(
        Object.entries(stored)
          .filter(([name]) => Object.hasOwn(draft, name))
          .map(([name, field]) => [name, within(field, draft[name])]),
      )
    : stored;
}

/** Draft of a Secret without its values; any other draft as it is. */
function confidential(draft: Fields): Fields {
  const { stringData: _texts, data, ...rest } = draft;
  return draft.kind === SECRETS.kind ? { ...rest, data: masked(fieldsOf(data), () => MASKED) } : draft;
}

/** Secret before and after a change, with marks in place of its values; the stored one has digests. */
function sidesOfSecret(stored: Secret, draft: Secret): readonly Fields[] {
  const before = fieldsOf(stored.data);
  const after = fieldsOf(withDigests(draft).data);
  const markOf = (name: string) =>
    Object.hasOwn(before, name) && before[name] !== after[name] ? `${MASKED}, another one` : MASKED;
  const shown = fieldsOf(within(stored, draft));
  return [
    { ...shown, data: masked(before, () => MASKED) },
    { ...confidential(fieldsOf(draft)), data: masked(after, markOf) },
  ];
}

function masked(data: Fields, markOf: (name: string) => string): Fields {
  return Object.fromEntries(Object.keys(data).map((name) => [name, markOf(name)]));
}

/** Lines of an object as YAML, without what the API server adds; undefined where it is too large. */
function linesOf(object: Fields, mask: Mask): readonly string[] | undefined {
  if (object === NOTHING) {
    return [];
  }
  const { status: _status, metadata, ...content } = object;
  const { name, labels, annotations } = fieldsOf(metadata);
  const { [ANNOTATIONS.applied]: _applied, ...notes } = fieldsOf(annotations);
  const shown = {
    ...content,
    metadata: {
      name,
      ...(labels === undefined ? {} : { labels }),
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
