import { isPrivate, isTelling } from '../../allowed/labels.ts';
import { isReserved } from '../../api/grants.ts';
import { type Fields, fieldAt, fieldsOf } from '../../base/fields.ts';
import { shortHash } from '../../base/hash.ts';
import { ENDPOINT_SLICES } from '../../objects/endpointslice.ts';
import { INSTALLABLE } from '../../objects/installable.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { listOf, textOrJson } from './pods.ts';
import { type Power, power } from './power.ts';
import { RIGHTS } from './rights.ts';

/** Labels and annotations that other programs act on, with their values, and objects of kinds that nobody has thought about. */
export function others(objects: readonly PlannedObject[]): readonly Power[] {
  // EndpointSlices are Stoa's own: no model and no chart brings one.
  const brought = objects.filter(({ resource }) => resource !== ENDPOINT_SLICES);
  return brought.flatMap((each) => [...marks(each), ...unknownKind(each)]);
}

function marks({ resource: { kind }, draft }: PlannedObject): readonly Power[] {
  const ofPods = isWorkloadKind(kind) ? [fieldAt(draft.spec, WORKLOAD_KINDS[kind].templatePath)] : [];
  const ofClaims = listOf(fieldsOf(draft.spec).volumeClaimTemplates);
  return [
    ...marksOf(draft.metadata, kind),
    ...ofPods.flatMap((template) => marksOf(fieldsOf(fieldsOf(template).metadata), PODS)),
    ...ofClaims.flatMap(({ metadata }) => marksOf(fieldsOf(metadata), 'claims')),
  ];
}

const PODS = 'pods';

function marksOf(
  { labels, annotations }: Fields | PlannedObject['draft']['metadata'],
  on: string,
): readonly Power[] {
  const foreign = (marks: unknown) => Object.entries(fieldsOf(marks)).filter(([key]) => !isReserved(key));
  return [
    ...foreign(labels).map(([key, value]) =>
      power('others', `label ${VERSIONED.has(key) ? key : `${key}=${textOrJson(value)}`} on ${on}`),
    ),
    ...foreign(annotations)
      .filter(([key]) => !isTelling(key) && !(on === PODS && isPrivate(key)))
      .map(([key, value]) => power('others', `annotation ${key}=${textOrJson(value)} on ${on}`)),
  ];
}

/** Labels that each version has another value of, so that nobody finds objects by it. */
const VERSIONED: ReadonlySet<string> = new Set([
  ...['app.kubernetes.io/version', 'helm.sh/chart', 'version', 'chart'],
]);

const KNOWN: ReadonlySet<unknown> = new Set(INSTALLABLE);

function unknownKind({
  resource,
  draft: { apiVersion: _version, kind, metadata, ...content },
}: PlannedObject): readonly Power[] {
  return KNOWN.has(resource) || resource.group === RIGHTS
    ? []
    : [power('others', `${kind} ${metadata.name}: ${shortHash(textOrJson(content), 32)}`)];
}
