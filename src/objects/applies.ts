import { LRUCache } from 'lru-cache';
import type { Fields } from '../base/fields.ts';
import { shortHash } from '../base/hash.ts';
import { clipped, firstFew } from '../base/text.ts';
import type { KubeObject, ObjectDraft } from '../kube/object.ts';
import {
  appliedFields,
  type Deviation,
  deviationOf,
  type FieldPath,
  fieldText,
  otherOwner,
} from '../kube/ownedfields.ts';
import { appliedDigest, draftDigest, isFromDraft } from './applied.ts';

/** State of a stored object beside the draft that is to be applied. */
export type Standing =
  /** It has all that the API server answered to the apply of this draft. */
  | { readonly type: 'in-place' }
  /** It was applied from another draft, or by a release that recorded none. */
  | { readonly type: 'outdated' }
  /** Its fields are its own, with other values: the draft has new data, or this process has not seen the answer. */
  | { readonly type: 'unconfirmed' }
  /** Fields of the draft were changed by others: an apply corrects them. */
  | { readonly type: 'drifted' }
  /** Fields were changed again that were corrected before; they stay until the next attempt. */
  | ({ readonly type: 'contested' } & Contest);

/** Fields of an object that another client changes whenever they are corrected. */
export interface Contest {
  readonly paths: readonly FieldPath[];
  /** For users: the first fields, and who changes them. */
  readonly fields: string;
  readonly by: string;
  /** Milliseconds until the next correction. */
  readonly againInMs: number;
}

/** Corrections of one object. */
interface Corrections {
  readonly fields: ReadonlySet<string>;
  readonly count: number;
  readonly at: number;
}

/** Most objects whose answers are kept; of more, the oldest are applied again, which changes nothing. */
const MOST_ANSWERS = 50_000;
const MOST_CORRECTED = 10_000;

/** Fields of an object that are told, and those whose corrections are kept. */
const NAMED = 3;
const MOST_FIELDS = 200;

/** Most characters of the path of a field. */
const LONGEST_FIELD = 200;

/** Pause after the first correction of a field, and the longest; it doubles. */
const PAUSE_MS = 600_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;

/** Digits of a digest of a deviation. */
const DIGITS = 32;

/** Notes of the drafts from which objects were last applied. */
export interface DraftNotes {
  isFrom(draft: ObjectDraft, stored: KubeObject): boolean;
  note(draft: ObjectDraft, stored: KubeObject): void;
}

/** Notes in an annotation of each object, which the write itself sets. */
const ANNOTATED: DraftNotes = { isFrom: isFromDraft, note: () => undefined };

/**
 * Notes in memory, for objects of others, whose annotations are not Stoa's. An object without a note counts as applied
 * from any draft: its fields tell the rest.
 */
export class RememberedDrafts implements DraftNotes {
  /** Digests of drafts, by uid. */
  readonly #digests = new LRUCache<string, string>({ max: MOST_ANSWERS });

  isFrom(draft: ObjectDraft, { metadata }: KubeObject): boolean {
    const known = this.#digests.peek(metadata.uid);
    return known === undefined || known === draftDigest(draft);
  }

  note(draft: ObjectDraft, { metadata }: KubeObject): void {
    this.#digests.set(metadata.uid, draftDigest(draft));
  }
}

/** Deviation of a stored object from a version of its draft. */
interface KnownDeviation {
  readonly version: ObjectDraft | string;
  readonly found: Deviation;
}

/**
 * Memory of the applies of a field manager: what the API server answered where it differs from the draft, and which
 * fields were corrected. An object is in place when the manager owns every field of the draft, and their values are
 * those of the answer to its own last apply. What others own beside them is theirs, and what admission rewrites is no
 * drift. Both are forgotten when the process ends: an apply that changes nothing brings the answer back.
 */
export class AppliedObjects {
  readonly fieldManager: string;
  readonly #now: () => number;
  readonly #drafts: DraftNotes;
  /** Digests of deviations, by uid. */
  readonly #answers = new LRUCache<string, string>({ max: MOST_ANSWERS });
  readonly #corrections = new LRUCache<string, Corrections>({ max: MOST_CORRECTED });
  readonly #deviations = new WeakMap<KubeObject, KnownDeviation>();

  /** `now` is a clock in milliseconds that nobody sets. */
  constructor(
    fieldManager: string,
    now: () => number = () => performance.now(),
    drafts: DraftNotes = ANNOTATED,
  ) {
    this.fieldManager = fieldManager;
    this.#now = now;
    this.#drafts = drafts;
  }

  /**
   * Standing of a stored object beside a draft. `comparedWith` is the draft in the form of stored objects: without
   * fields that others may have, and with digests where those have digests.
   */
  standingOf(draft: ObjectDraft, stored: KubeObject, comparedWith = () => draft): Standing {
    if (!this.#drafts.isFrom(draft, stored)) {
      return { type: 'outdated' };
    }
    const deviation = this.#deviationOf(draft, stored, comparedWith);
    if (isNone(deviation) || this.#answers.peek(stored.metadata.uid) === digestOf(deviation)) {
      return { type: 'in-place' };
    }
    return deviation.lost.length === 0 ? { type: 'unconfirmed' } : this.#drift(deviation, stored);
  }

  /** Notes the answer to an apply; `before` is the stored object that it replaces, undefined where there was none. */
  noteAnswer(
    draft: ObjectDraft,
    answer: KubeObject,
    before: KubeObject | undefined,
    comparedWith = () => draft,
  ): void {
    const { uid } = answer.metadata;
    const deviation = this.#deviationOf(draft, answer, comparedWith);
    if (isNone(deviation)) {
      this.#answers.delete(uid);
    } else {
      this.#answers.set(uid, digestOf(deviation));
    }
    if (before !== undefined && this.standingOf(draft, before, comparedWith).type === 'drifted') {
      const { fields = [], count = 0 } = this.#corrections.get(uid) ?? {};
      const all = [...fields, ...textsOf(this.#deviationOf(draft, before, comparedWith))];
      const latest = new Set(all.slice(-MOST_FIELDS));
      this.#corrections.set(uid, { fields: latest, count: count + 1, at: this.#now() });
    }
    this.#drafts.note(draft, answer);
  }

  #drift(deviation: Deviation, stored: KubeObject): Standing {
    const corrected = this.#corrections.peek(stored.metadata.uid);
    if (corrected === undefined || !textsOf(deviation).every((each) => corrected.fields.has(each))) {
      return { type: 'drifted' };
    }
    const againInMs = corrected.at + pauseAfter(corrected.count) - this.#now();
    return againInMs > 0
      ? { type: 'contested', ...this.#partiesOf(deviation, stored), againInMs }
      : { type: 'drifted' };
  }

  /** Deviation of a stored object; all objects are compared in every step of a rollout. */
  #deviationOf(draft: ObjectDraft, stored: KubeObject, comparedWith: () => ObjectDraft): Deviation {
    // The digest of a draft does not cover its data.
    const hasData = draft.data !== undefined || draft.binaryData !== undefined;
    const version = (hasData ? undefined : appliedDigest(stored)) ?? draft;
    const known = this.#deviations.get(stored);
    if (known !== undefined && known.version === version) {
      return known.found;
    }
    const owned = appliedFields(stored, this.fieldManager) ?? {};
    const found = deviationOf(comparedPart(comparedWith()), stored as unknown as Fields, owned);
    this.#deviations.set(stored, { version, found });
    return found;
  }

  #partiesOf(deviation: Deviation, stored: KubeObject): Omit<Contest, 'againInMs'> {
    const managers = deviation.lost.flatMap(
      (path) => otherOwner(stored, this.fieldManager, path)?.manager ?? [],
    );
    const by = managers.length === 0 ? ['another client'] : [...new Set(managers)];
    return {
      paths: deviation.lost,
      fields: firstFew(textsOf(deviation), NAMED, ', '),
      by: firstFew(by, NAMED, ', '),
    };
  }
}

/** The part of a draft that is compared: its content, and the labels and annotations that it sets. */
function comparedPart({ apiVersion: _version, kind: _kind, metadata, ...content }: ObjectDraft): Fields {
  const { labels, annotations } = metadata;
  const described = Object.entries({ labels, annotations }).filter(
    ([, values]) => Object.keys(values ?? {}).length > 0,
  );
  return { ...content, ...(described.length > 0 && { metadata: Object.fromEntries(described) }) };
}

function isNone({ lost, rewritten }: Deviation): boolean {
  return lost.length === 0 && rewritten.length === 0;
}

function digestOf(deviation: Deviation): string {
  return shortHash(JSON.stringify(deviation), DIGITS);
}

function textsOf({ lost }: Deviation): readonly string[] {
  return lost.map((path) => clipped(fieldText(path), LONGEST_FIELD));
}

function pauseAfter(count: number): number {
  return Math.min(PAUSE_MS * 2 ** (count - 1), LONGEST_PAUSE_MS);
}
