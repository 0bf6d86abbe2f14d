import { isEmpty, isFields } from '../base/fields.ts';
import { canonicalQuantity } from './quantity.ts';

/** Maps whose values are texts that may be empty; an empty map of these is not stored. */
export const TEXTS = new Set(['labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData']);

/** Maps of quantities. */
const AMOUNTS = new Set(['requests', 'limits', 'capacity']);

/**
 * Value in the form in which the API server stores it: without nulls and empty lists, and with quantities in their
 * shortest form. Empty maps often mean something (`emptyDir: {}`), so they stay.
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
