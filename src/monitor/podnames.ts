import { literal } from '../base/promql.ts';

/** Ends of the names that Kubernetes gives to pods, after the name of what makes them. Random ends have no vowels. */
const ENDS = {
  /** Of a ReplicaSet, a DaemonSet or a Job (names.SimpleNameGenerator). */
  random: /^[bcdfghjklmnpqrstvwxz2456789]{5}$/,
  /** Of a StatefulSet. */
  ordinal: /^-[0-9]+$/,
  /** Of an indexed Job. */
  indexed: /^-[0-9]{1,6}-[bcdfghjklmnpqrstvwxz2456789]{5}$/,
  /** Of the Jobs of a CronJob, whose names end with the minute of their schedule. */
  scheduled: /^-[0-9]{8}-[bcdfghjklmnpqrstvwxz2456789]{5}$/,
  /** The same where the name is so long that Kubernetes cuts the minute. */
  cutSchedule: /^-[0-9]{5,8}[bcdfghjklmnpqrstvwxz2456789]{5}$/,
} as const;

/** Length of a random end. */
export const RANDOM_LENGTH = 5;

/** Form of the names of pods: a beginning, and one of the ends. */
export interface NameForm {
  readonly begin: string;
  readonly end: keyof typeof ENDS;
}

/** Length to which Kubernetes cuts a name before it adds the random end. */
const MAX_BEGIN = 58;

/** Digits of the minutes since 1970 in the name of a Job, with the dashes around them. */
const MINUTE = 10;

/** Most digits of the index of a pod of a Job. */
const MAX_INDEX_DIGITS = 6;

/** Forms of the names that an object gives to pods. Deployments give none: their ReplicaSets do. */
export function formsOf(kind: string, name: string): readonly NameForm[] {
  switch (kind) {
    case 'ReplicaSet':
    case 'DaemonSet':
      return [random(name)];
    case 'StatefulSet':
      return [{ begin: name, end: 'ordinal' }];
    case 'Job':
      return [random(name), ...indexed(name)];
    case 'CronJob':
      return [{ begin: name, end: name.length + MINUTE > MAX_BEGIN ? 'cutSchedule' : 'scheduled' }];
    default:
      return [];
  }
}

function random(name: string): NameForm {
  return { begin: `${name}-`.slice(0, MAX_BEGIN), end: 'random' };
}

/** Forms with an index, which stays whole: a long name is cut the more, the more digits it has. */
function indexed(name: string): readonly NameForm[] {
  const begins = Array.from({ length: MAX_INDEX_DIGITS }, (_, digits) =>
    name.slice(0, MAX_BEGIN - (digits + 3)),
  );
  return [...new Set(begins)].map((begin) => ({ begin, end: 'indexed' }));
}

/** Whether a pod with a name can be of a form. */
export function fits(name: string, { begin, end }: NameForm): boolean {
  return name.startsWith(begin) && ENDS[end].test(name.slice(begin.length));
}

/** Regular expression (RE2) for names of a form. */
export function patternOf({ begin, end }: NameForm): string {
  return `${literal(begin)}${ENDS[end].source.slice(1, -1)}`;
}
