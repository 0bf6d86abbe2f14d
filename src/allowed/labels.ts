import { z } from 'zod';
import { isReserved } from '../api/grants.ts';
import { GROUP } from '../api/group.ts';
import { type Fields, isFields } from '../base/fields.ts';
import { grantOf } from './access.ts';
import { below, leaveOut, type Place, type Reader, refined, shape } from './reader.ts';
import { labelValue, qualifiedName, text } from './values.ts';

/** Prefix of a model's labels: no selector of another client has it. */
const PREFIX = `model.${GROUP}/`;

/** Keys, and prefixes of keys. */
interface Keys {
  readonly keys: readonly string[];
  readonly groups: readonly string[];
}

/** Labels that only describe an object or are for the selectors of the model: nobody misses them. */
const DESCRIBING: Keys = {
  keys: [
    ...['app', 'name', 'component', 'tier', 'version', 'role', 'release', 'chart', 'heritage', 'instance'],
    ...['service', 'k8s-app', 'run', 'task'],
  ],
  groups: ['app.kubernetes.io/', 'helm.sh/'],
};

/** Labels and annotations by tools and controllers about objects of another cluster. */
const OF_CONTROLLERS: Keys = {
  keys: [
    ...['kubectl.kubernetes.io/last-applied-configuration', 'kubectl.kubernetes.io/restartedAt'],
    ...['deployment.kubernetes.io/revision', 'pod-template-hash', 'controller-uid', 'job-name'],
    ...['batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'],
  ],
  groups: [
    'volume.kubernetes.io/',
    'volume.beta.kubernetes.io/',
    'pv.kubernetes.io/',
    'pv.beta.kubernetes.io/',
    // By it, Helm knows the objects of its releases.
    'meta.helm.sh/',
  ],
};

/** Annotations that a model may set: notes, digests, and where the metrics of a pod are. */
const TELLING: Keys = {
  keys: [
    ...['description', 'note', 'notes', 'comment', 'version', 'kubectl.kubernetes.io/default-container'],
    ...['prometheus.io/scrape', 'prometheus.io/port', 'prometheus.io/path', 'prometheus.io/scheme'],
  ],
  groups: ['checksum/'],
};

function isAmong({ keys, groups }: Keys, key: string): boolean {
  return keys.includes(key) || groups.some((group) => key.startsWith(group));
}

/** Whether an annotation tells people something, and no program acts on it beyond its own pods. */
export function isTelling(key: string): boolean {
  return isAmong(TELLING, key);
}

/** Most characters of an annotation. */
const MAX_ANNOTATION = 4096;

type Texts = Readonly<Record<string, string>>;

/**
 * Reader of labels. Labels are how the objects of a namespace find each other: with a label of its choice, a model
 * would get the traffic and the permissions of others. So its labels stand below a prefix that only its own selectors
 * have, unless the install grants their keys.
 */
export const labels: Reader<Texts> = (value, place) =>
  entriesOf(value, place, labelValue, (key, at) => {
    const describes = isAmong(DESCRIBING, key);
    // Every chart names Helm as the manager, also for its selectors: below the prefix, it is a label like others.
    if (isReserved(key) && !describes) {
      return leaveOut(at, 'only Stoa sets it');
    }
    const own = ownKey(key, at);
    if (own !== undefined && own !== key && !describes) {
      leaveOut(at, `it stands as ${own}; ${grantOf('labels', key)} as it is`);
    }
    return own;
  });

/** Reader of annotations: those that only tell people something, and those that the install grants. */
export const annotations: Reader<Texts> = (value, place) =>
  entriesOf(value, place, note, (key, at) => {
    if (isReserved(key)) {
      return leaveOut(at, 'only Stoa sets it');
    }
    return isTelling(key) || place.access.grants.annotations?.includes(key)
      ? key
      : leaveOut(at, `another program may act on it; ${grantOf('annotations', key)}`);
  });

/** Reader of a selector: of own labels among the own objects of the install. */
export const selector: Reader<Fields> = refined(
  shape(
    z.strictObject({
      matchLabels: z.record(qualifiedName, labelValue).optional(),
      matchExpressions: z
        .array(
          z.strictObject({
            key: qualifiedName,
            operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
            values: z.array(text).optional(),
          }),
        )
        .optional(),
    }),
  ),
  ({ matchLabels = {}, matchExpressions = [] }, place) => {
    const expressions = matchExpressions.map(({ key, ...rest }) => ({
      key: selectorKey(key, place),
      ...rest,
    }));
    return {
      matchLabels: selectorOf(matchLabels, place),
      ...(expressions.length === 0 ? {} : { matchExpressions: expressions }),
    };
  },
);

/** Selector of the install's objects with labels of the model, as a map. */
export function selectorOf(own: Texts, place: Place): Texts {
  const entries = Object.entries(own).map(([key, value]) => [selectorKey(key, place), value] as const);
  return { ...Object.fromEntries(entries), ...place.access.selector };
}

/** Key in a selector; one that no label of the model can have selects nothing. */
function selectorKey(key: string, { access }: Place): string {
  return access.grants.labels?.includes(key) ? key : `${PREFIX}${nameOf(key).slice(0, 63)}`;
}

/** Key as which a label of a model stands. */
function ownKey(key: string, place: Place): string | undefined {
  if (place.access.grants.labels?.includes(key)) {
    return key;
  }
  const name = nameOf(key);
  return name.length > 63
    ? leaveOut(place, `its key is longer than 63 characters; ${grantOf('labels', key)}`)
    : `${PREFIX}${name}`;
}

function nameOf(key: string): string {
  return key.replace('/', '_');
}

const note = text.pipe(z.string().max(MAX_ANNOTATION));

function entriesOf(
  value: unknown,
  place: Place,
  valueSchema: z.ZodType<string>,
  keyOf: (key: string, place: Place) => string | undefined,
): Texts | undefined {
  if (!isFields(value)) {
    return leaveOut(place, 'it must be a map');
  }
  const entries = Object.entries(value).flatMap(([key, entry]) => {
    if (isAmong(OF_CONTROLLERS, key) || entry === null) {
      return [];
    }
    const at = below(place, key);
    if (!qualifiedName.safeParse(key).success) {
      leaveOut(at, 'it is no label');
      return [];
    }
    const read = shape(valueSchema)(entry, at);
    const name = read === undefined ? undefined : keyOf(key, at);
    return read === undefined || name === undefined ? [] : [[name, read] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
