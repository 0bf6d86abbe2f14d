import { type Fields, fieldsOf, isFields } from '../../base/fields.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import type { Mask } from '../../objects/mask.ts';
import { diffBetween, NOTHING } from '../../objects/shown.ts';
import { withDigests } from '../stored.ts';
import type { ObjectChange } from './change.ts';

/** Lines of the unified diff of a change; undefined where an object is unknown or too large. Pure. */
export function diffOf(change: ObjectChange, mask: Mask): readonly string[] | undefined {
  const [before, after] = sidesOf(change);
  return before === undefined || after === undefined ? undefined : diffBetween(before, after, mask);
}

/** Object before and after a change, as far as they are comparable; undefined where one is not known. */
function sidesOf(change: ObjectChange): readonly (Fields | undefined)[] {
  switch (change.action) {
    case 'create':
      return [NOTHING, change.planned.draft];
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

/** Secret before and after a change, with digests of its values, as the stored one has them. */
function sidesOfSecret(stored: Secret, draft: Secret): readonly Fields[] {
  const before = { ...fieldsOf(within(stored, draft)), data: stored.data };
  return [before, { ...draft, data: withDigests(draft).data }];
}
