import { z } from 'zod';
import { isReserved } from '../api/grants.ts';
import { ANNOTATIONS, GROUP } from '../api/group.ts';
import { type Fields, isFields } from '../base/fields.ts';
import { shortHash } from '../base/hash.ts';
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

/** Annotations of pods without a domain on which a program acts all the same: networks of CNI-Genie. */
const OBEYED: readonly string[] = ['cni', 'multi-ip-preferences'];

/**
 * Whether an annotation of a pod is private to whoever makes the pod. Kubernetes keeps keys without a prefix for that, and a
 * program acts on keys of its own domain: `sidecar.istio.io/inject`, or `io.kubernetes.cri-o.userns-mode` of a runtime.
 */
export function isPrivate(key: string): boolean {
  const [prefix = '', name] = key.split('/');
  const hasDomain = prefix.includes('.');
  return (!hasDomain && !(name === undefined && OBEYED.includes(key))) || isAmong(NOBODYS, key);
}

/** Annotations with a domain whose owners only describe objects by them. */
const NOBODYS: Keys = { keys: [], groups: DESCRIBING.groups };

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
export const annotations: Reader<Texts> = annotationsThat(isTelling);

const ownNotes: Reader<Texts> = annotationsThat((key) => isTelling(key) || isPrivate(key));

function annotationsThat(areFree: (key: string) => boolean): Reader<Texts> {
  return (value, place) =>
    entriesOf(value, place, note, (key, at) => {
      if (isReserved(key)) {
        return leaveOut(at, 'only Stoa sets it');
      }
      return areFree(key) || place.access.grants.annotations?.includes(key)
        ? key
        : leaveOut(at, `another program may act on it; ${grantOf('annotations', key)}`);
    });
}

/**
 * Reader of the annotations of pods. Where those may be private to their chart, a digest stands for the ones that are left
 * out: a chart replaces its pods by another value.
 */
export const podAnnotations: Reader<Texts> = (value, place) => {
  if (place.access.privateNotes !== true) {
    return annotations(value, place);
  }
  const read = ownNotes(value, place);
  const left = Object.entries(isFields(value) ? value : {}).filter(([key]) => read?.[key] === undefined);
  return left.length === 0
    ? read
    : { ...read, [ANNOTATIONS.leftAnnotations]: shortHash(JSON.stringify(left), 16) };
};

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
