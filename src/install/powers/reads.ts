import { type Fields, fieldsOf } from '../../base/fields.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { GATEWAY_RULES } from '../../objects/stoa.ts';
import { imagesOf, listOf, type PlannedPods, textOrJson } from './pods.ts';
import { ofEach, type Power } from './power.ts';
import { certificateSecret } from './rules.ts';
import { byVolume } from './volumes.ts';

/** Object that a field of a pod refers to. */
interface Reference {
  readonly kind: string;
  readonly name: string;
}

/**
 * Secrets, ConfigMaps and claims that programs read or write and the version does not bring along, and Secrets of which
 * the gateway presents the certificate.
 */
export function* reads(pods: readonly PlannedPods[], objects: readonly PlannedObject[]): Iterable<Power> {
  const own = new Set(objects.map(({ resource, draft }) => `${resource.kind} ${draft.metadata.name}`));
  const foreign = (references: readonly Reference[]) => [
    ...new Set(references.map(({ kind, name }) => `${kind} ${name}`).filter((each) => !own.has(each))),
  ];
  const presented = objects.flatMap(({ resource, draft }) =>
    resource === GATEWAY_RULES ? (certificateSecret(fieldsOf(fieldsOf(draft.spec).http)) ?? []) : [],
  );
  yield* ofEach(
    'reads',
    ['gateway'],
    presented.filter((each) => !own.has(each)),
  );
  for (const each of pods) {
    yield* ofEach('reads', imagesOf(each), foreign(pullSecrets(each.spec)));
    const inVolume = byVolume(each.spec, (volume) => foreign(volumeReferences(volume)));
    for (const { image, fields } of each.containers) {
      yield* ofEach('reads', [image], foreign(envReferences(fields)));
      yield* ofEach('reads', [image], inVolume(fields));
    }
  }
}

function pullSecrets({ imagePullSecrets }: Fields): readonly Reference[] {
  return listOf(imagePullSecrets).flatMap(({ name }) => referenceTo(SECRETS.kind, name));
}

function envReferences({ env, envFrom }: Fields): readonly Reference[] {
  const valued = listOf(env).map(({ valueFrom }) => fieldsOf(valueFrom));
  return [
    ...valued.flatMap(({ secretKeyRef, configMapKeyRef }) => [
      ...referenceTo(SECRETS.kind, fieldsOf(secretKeyRef).name),
      ...referenceTo(CONFIG_MAPS.kind, fieldsOf(configMapKeyRef).name),
    ]),
    ...listOf(envFrom).flatMap(({ secretRef, configMapRef }) => [
      ...referenceTo(SECRETS.kind, fieldsOf(secretRef).name),
      ...referenceTo(CONFIG_MAPS.kind, fieldsOf(configMapRef).name),
    ]),
  ];
}

function volumeReferences({
  secret,
  configMap,
  persistentVolumeClaim,
  projected,
}: Fields): readonly Reference[] {
  const sources = listOf(fieldsOf(projected).sources);
  return [
    ...referenceTo(SECRETS.kind, fieldsOf(secret).secretName),
    ...referenceTo(CONFIG_MAPS.kind, fieldsOf(configMap).name),
    ...referenceTo(CLAIMS.kind, fieldsOf(persistentVolumeClaim).claimName),
    ...sources.flatMap((source) => [
      ...referenceTo(SECRETS.kind, fieldsOf(source.secret).name),
      ...referenceTo(CONFIG_MAPS.kind, fieldsOf(source.configMap).name),
    ]),
  ];
}

function referenceTo(kind: string, name: unknown): readonly Reference[] {
  return name === undefined ? [] : [{ kind, name: textOrJson(name) }];
}
