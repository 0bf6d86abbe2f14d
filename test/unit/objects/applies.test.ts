import { describe, expect, it } from 'vitest';
import type { KubeObject, ManagedFields, ObjectDraft } from '../../../src/kube/object.ts';
import { withDigest } from '../../../src/objects/applied.ts';
import { AppliedObjects } from '../../../src/objects/applies.ts';
import { appliedBy, fieldSetOf } from '../../support/managedfields.ts';

const US = 'stoa-test';
const DRAFT: ObjectDraft = {
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', labels: { l: '1' } },
  spec: { size: 1, colour: 'red' },
};

/** Stored form of the draft after an apply, with another spec and other owners. */
function stored(spec: object = {}, managedFields: readonly ManagedFields[] = [applied()]): KubeObject {
  const { metadata, ...draft } = withDigest(DRAFT);
  const server = { uid: 'u', resourceVersion: '1', creationTimestamp: 't', managedFields };
  return {
    ...draft,
    metadata: { ...metadata, ...server },
    spec: { ...(DRAFT.spec as object), ...spec },
  } as KubeObject;
}

function applied(draft: ObjectDraft = withDigest(DRAFT)): ManagedFields {
  return appliedBy(US, draft);
}

/** Stored form after another client has taken a field. */
function taken(field: 'size' | 'colour', value: unknown): KubeObject {
  const { [field]: _taken, ...spec } = DRAFT.spec as Readonly<Record<string, unknown>>;
  const theirs: ManagedFields = {
    manager: 'rival',
    operation: 'Update',
    fieldsV1: fieldSetOf({ spec: { [field]: 1 } }),
  };
  return stored({ [field]: value }, [applied({ ...withDigest(DRAFT), spec }), theirs]);
}

const MINUTE = 60_000;

/** Memory with a clock of its own. */
class Clock {
  ms = 0;
  readonly memory = new AppliedObjects(US, () => this.ms);

  at(object: KubeObject) {
    return this.memory.standingOf(DRAFT, object).type;
  }

  correct(object: KubeObject): void {
    this.memory.noteAnswer(DRAFT, stored(), object);
  }
}

describe('an object is', () => {
  it('in place as the API server answered, whatever a policy made of it', () => {
    const clock = new Clock();
    const mutated = stored({ colour: 'blue' });
    expect(clock.at(mutated)).toBe('unconfirmed');
    clock.memory.noteAnswer(DRAFT, mutated, undefined);
    expect(clock.at(stored({ colour: 'blue' }))).toBe('in-place');
    expect(clock.at(stored({ colour: 'green' }))).toBe('unconfirmed');
    clock.memory.noteAnswer(DRAFT, stored(), mutated);
    expect(clock.at(mutated)).toBe('unconfirmed');
  });

  it('outdated where another draft was applied', () => {
    const other = { ...DRAFT, spec: { size: 2 } };
    expect(new Clock().memory.standingOf(other, stored()).type).toBe('outdated');
  });

  it('in place beside what others own', () => {
    const theirs: ManagedFields = {
      manager: 'rival',
      operation: 'Update',
      fieldsV1: fieldSetOf({ spec: { more: 1 } }),
    };
    expect(new Clock().at(stored({ more: 1 }, [applied(), theirs]))).toBe('in-place');
  });
});

describe('a field that another client takes', () => {
  it('is corrected once, then left for pauses that grow', () => {
    const clock = new Clock();
    expect(clock.at(taken('size', 9))).toBe('drifted');
    clock.correct(taken('size', 9));
    expect(clock.at(stored())).toBe('in-place');
    for (const pause of [10, 20, 40]) {
      expect(clock.memory.standingOf(DRAFT, taken('size', 9))).toEqual({
        type: 'contested',
        paths: [['spec', 'size']],
        fields: 'spec.size',
        by: 'rival',
        againInMs: pause * MINUTE,
      });
      clock.ms += pause * MINUTE;
      expect(clock.at(taken('size', 9))).toBe('drifted');
      clock.correct(taken('size', 9));
    }
    clock.ms += 6 * 60 * MINUTE;
    expect(clock.at(taken('size', 9))).toBe('drifted');
  });

  it('is corrected at once where another one was before', () => {
    const clock = new Clock();
    clock.correct(taken('size', 9));
    expect(clock.at(taken('colour', 'blue'))).toBe('drifted');
  });

  it('is no contest if the draft changes meanwhile', () => {
    const clock = new Clock();
    clock.correct(taken('size', 9));
    const other = { ...DRAFT, spec: { size: 2 } };
    expect(clock.memory.standingOf(other, taken('size', 9)).type).toBe('outdated');
  });
});
