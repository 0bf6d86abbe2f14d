import {
  MAX_POWER,
  MAX_POWERS,
  MAX_POWERS_BYTES,
  type RecordedPower,
  TOPICS,
  type Topic,
} from '../../api/powers.ts';
import { present } from '../../base/fields.ts';
import { shortHash } from '../../base/hash.ts';
import { MASKED, type Mask } from '../../objects/mask.ts';

/** Ability of a version beyond its own pods and the objects that it brings along. */
export interface Power {
  readonly topic: Topic;
  /** For people; two powers with the same words are one. */
  readonly what: string;
  /** Size of a volume: a larger one is more. */
  readonly bytes?: number;
  /** Words of a power of the topic that has this one in it. */
  readonly within?: string;
}

/** Hexadecimal digits of the id of powers: nobody finds other powers with the same one. */
const ID_DIGITS = 32;

/** Power in words, which `distinct` makes fit to be shown. */
export function power(topic: Topic, what: string, more: Pick<Power, 'bytes' | 'within'> = {}): Power {
  return { topic, what, ...more };
}

/** Power whose words are fit to be shown: masked before anything of them is cut, escaped or digested. */
function shownPower({ topic, what, bytes, within }: Power, mask: Mask): Power {
  return {
    topic,
    what: shown(mask(what)),
    ...present({ bytes, within: within && shown(mask(within)) }),
  };
}

/**
 * Words without characters that a terminal or a reader would take for something else; those that are too long end with
 * a digest of all of them.
 */
function shown(words: string): string {
  const what = words.replaceAll(/[^ -~]/gu, (other) => `\\u{${other.codePointAt(0)?.toString(16)}}`);
  return what.length <= MAX_POWER
    ? what
    : `${what.slice(0, MAX_POWER - ID_DIGITS - 1)}…${shortHash(what, ID_DIGITS)}`;
}

/** Powers about a topic of each of several programs, one after the other: all of them may be too many to hold. */
export function* ofEach(topic: Topic, images: Iterable<string>, whats: Iterable<string>): Iterable<Power> {
  const different = new Set(whats);
  for (const image of images) {
    for (const what of different) {
      yield power(topic, `${image}: ${what}`);
    }
  }
}

/**
 * Different powers, as they are shown, in the order of their topics and words; of a volume the largest size counts. Of
 * more than a status can record, there is one too many. Pure.
 */
export function distinct(powers: Iterable<Power>, mask: Mask): readonly Power[] {
  const byKey = new Map<string, Power>();
  for (const found of powers) {
    const each = shownPower(found, mask);
    const known = byKey.get(keyOf(each));
    if (known === undefined || (known.bytes ?? 0) < (each.bytes ?? 0)) {
      byKey.set(keyOf(each), each);
    }
    if (byKey.size > MAX_POWERS) {
      break;
    }
  }
  return [...byKey.values()].toSorted(
    (a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic) || (a.what < b.what ? -1 : 1),
  );
}

/** Whether powers are all that there are. Pure. */
export function areAll(powers: readonly Power[]): boolean {
  return powers.length <= MAX_POWERS;
}

/** Powers that others lack, or have less of. Pure. */
export function gained(powers: readonly Power[], before: readonly RecordedPower[]): readonly Power[] {
  const sizes = new Map<string, number>();
  for (const each of before) {
    sizes.set(keyOf(each), Math.max(sizes.get(keyOf(each)) ?? 0, each.bytes ?? 0));
  }
  const has = (key: string, bytes: number) => (sizes.get(key) ?? -1) >= bytes;
  return powers.filter(
    ({ topic, what, bytes = 0, within }) =>
      isHidden({ topic, what }) ||
      (!has(keyOf({ topic, what }), bytes) &&
        (within === undefined || !has(keyOf({ topic, what: within }), 0))),
  );
}

/** Whether all words of a power are masked, which only an image may be named by: too many values are secret to compare. */
function isHidden({ topic, what }: Pick<Power, 'topic' | 'what'>): boolean {
  return what === MASKED && topic !== 'images';
}

/** Recorded powers, and these as they are with secret values masked: what is secret now may not have been before. Pure. */
export function alsoMasked(powers: readonly RecordedPower[], mask: Mask): readonly RecordedPower[] {
  return [...powers, ...powers.map((each) => ({ ...each, what: mask(each.what) }))];
}

function keyOf({ topic, what }: Pick<Power, 'topic' | 'what'>): string {
  return `${topic}/${what}`;
}

/** Powers as a status records them; undefined where it has no room for all. Pure. */
export function recorded(powers: readonly Power[]): RecordedPower[] | undefined {
  const records = powers.map(recordOf);
  const fits = areAll(powers) && Buffer.byteLength(JSON.stringify(records)) <= MAX_POWERS_BYTES;
  return fits ? records : undefined;
}

function recordOf({ topic, what, bytes }: Power): RecordedPower {
  return { topic, what, ...present({ bytes }) };
}

/** Id of the powers of a template, by which a user approves them: of no other powers, and of no other template. Pure. */
export function powerId(digest: string, powers: readonly Power[]): string {
  return shortHash(JSON.stringify([digest, powers.map(recordOf)]), ID_DIGITS);
}
