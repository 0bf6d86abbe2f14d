import { createHash } from 'node:crypto';
import { type Fields, fieldsOf, present } from '../base/fields.ts';
import type { ConfigMap, Secret } from '../objects/core.ts';

/** Most values of a Secret or ConfigMap that have digests of their own, and most characters of a type. */
const MAX_DIGESTS = 1_000;
const MAX_TYPE = 253;

/** Cached form of a Secret or ConfigMap: a digest in place of each value; of many values, one digest of all. */
export function withDigests(object: Secret & ConfigMap): Secret {
  const { apiVersion, kind, metadata, type = '', immutable, data = {}, binaryData } = object;
  return {
    apiVersion,
    kind,
    metadata,
    ...(type !== '' && type.length <= MAX_TYPE ? { type } : {}),
    ...present({ immutable }),
    ...digested({ data, ...present({ binaryData }) }),
  };
}

/** Content of an object with digests in place of the data of a Secret or ConfigMap, as in its cached form. */
export function digested(content: Fields): Fields {
  // Only the data of Secrets is confidential; that of ConfigMaps is compared in the same way.
  const large = ['data', 'binaryData'].filter((field) => content[field] !== undefined);
  return { ...content, ...Object.fromEntries(large.map((field) => [field, digestsOf(content[field])])) };
}

/** Whether data have one digest of all, in place of one for each value. */
export function isOneDigest(data: unknown): boolean {
  return Object.hasOwn(fieldsOf(data), '');
}

function digestsOf(values: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(values as object);
  return entries.length > MAX_DIGESTS
    ? { '': digest(JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))) }
    : Object.fromEntries(entries.map(([key, value]) => [key, digest(value)]));
}

function digest(value: unknown): string {
  return createHash('sha256').update(String(value)).digest('base64');
}
