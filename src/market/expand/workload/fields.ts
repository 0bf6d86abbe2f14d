import { canonicalQuantity } from './quantity.ts';

/** Fields of an object of Kubernetes, whatever they are. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that say something: the API server stores no null and no empty text, list or map. */
export function filled(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

/** Whether a value is a map, so that it has fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a value; none where it is no map. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The first item of each name; `again` hears of the others. */
export function uniqueBy<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  again: (item: T) => void = () => undefined,
): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const name = nameOf(item);
    if (seen.has(name)) {
      again(item);
      return false;
    }
    seen.add(name);
    return true;
  });
}

/** Maps whose values are texts that may be empty; an empty map of these is not stored. */
const TEXTS = new Set(['labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData']);

/** Maps of quantities. */
const AMOUNTS = new Set(['requests', 'limits', 'capacity']);

/**
 * What somebody wrote by hand as the API server would store it: without nulls and empty lists, and with its
 * quantities in their shortest form. Empty maps often mean something (`emptyDir: {}`), so they stay.
 */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(canonical);
  }
  if (!isFields(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, field]) => [key, canonicalField(key, field)] as const);
  return Object.fromEntries(entries.filter(([, field]) => field !== undefined));
}

function canonicalField(key: string, field: unknown): unknown {
  if (field === null || field === '' || (Array.isArray(field) && field.length === 0)) {
    return undefined;
  }
  if (key === 'sizeLimit') {
    return amount(field);
  }
  if (isFields(field) && AMOUNTS.has(key)) {
    return Object.fromEntries(Object.entries(field).map(([name, value]) => [name, amount(value)]));
  }
  if (isFields(field) && TEXTS.has(key)) {
    return isEmpty(field) ? undefined : field;
  }
  return canonical(field);
}

function amount(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number'
    ? (canonicalQuantity(String(value)) ?? value)
    : value;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0)
  );
}
