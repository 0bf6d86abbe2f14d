import { z } from 'zod';
import { denialOf } from './access.ts';
import { leaveOut, type Place, type Reader, refined, refuse, shape } from './reader.ts';
import { dnsLabel, dnsName, isOneOf, quantity, text } from './values.ts';

const envName = z.string().regex(/^[!-<>-~]+$/, 'is no name of an env');

const keyOf = z.strictObject({ name: dnsName, key: z.string().min(1), optional: z.boolean().optional() });

/** Reference to a field of the pod itself. */
export const fieldRef = z.strictObject({
  apiVersion: z.literal('v1').optional(),
  fieldPath: z.string().min(1),
});

/** Reference to a resource of a container of the pod itself. */
export const resourceFieldRef = z.strictObject({
  resource: z.string().min(1),
  containerName: dnsLabel.optional(),
  divisor: quantity.optional(),
});

const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef'];

const envShape = z.strictObject({
  name: envName,
  value: text.optional(),
  valueFrom: z
    .strictObject({
      fieldRef: fieldRef.optional(),
      resourceFieldRef: resourceFieldRef.optional(),
      configMapKeyRef: keyOf.optional(),
      secretKeyRef: keyOf.optional(),
    })
    .refine(isOneOf(SOURCES, 1), `must be one of ${SOURCES.join(', ')}`)
    .optional(),
});

/** Reference to an object by its name. */
export const objectRef = z.strictObject({ name: dnsName, optional: z.boolean().optional() });

const envFromShape = z
  .strictObject({
    prefix: z.string().optional(),
    configMapRef: objectRef.optional(),
    secretRef: objectRef.optional(),
  })
  .refine(isOneOf(['configMapRef', 'secretRef'], 1), 'must be one of configMapRef and secretRef');

/** Names of the objects that a value refers to. */
export interface References {
  readonly secrets?: readonly (string | undefined)[];
  readonly configMaps?: readonly (string | undefined)[];
  readonly claims?: readonly (string | undefined)[];
}

/**
 * A value, unless it refers to objects that the model must not refer to. Without a claim, the whole object is refused: its
 * pods would write their data where a restart loses it.
 */
export function ifMayRefer<T>(value: T, references: References, place: Place): T | undefined {
  const claim = denialAmong('claims', references, place);
  if (claim !== undefined) {
    return refuse(place, claim);
  }
  const denial = denialAmong('secrets', references, place) ?? denialAmong('configMaps', references, place);
  return denial === undefined ? value : leaveOut(place, denial);
}

/** Reason for which a model must not refer to one of the objects; undefined where it may refer to all. */
function denialAmong(kind: keyof References, references: References, { access }: Place): string | undefined {
  for (const name of references[kind] ?? []) {
    const denial = name === undefined ? undefined : denialOf(access, kind, name);
    if (denial !== undefined) {
      return denial;
    }
  }
  return undefined;
}

/** Reader of an env of a container. */
export const env: Reader<z.output<typeof envShape>> = refined(shape(envShape), (read, place) =>
  ifMayRefer(
    read,
    {
      secrets: [read.valueFrom?.secretKeyRef?.name],
      configMaps: [read.valueFrom?.configMapKeyRef?.name],
    },
    place,
  ),
);

/** Reader of a source of envs of a container. */
export const envFrom: Reader<z.output<typeof envFromShape>> = refined(shape(envFromShape), (read, place) =>
  ifMayRefer(read, { secrets: [read.secretRef?.name], configMaps: [read.configMapRef?.name] }, place),
);
