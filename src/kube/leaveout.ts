import { type Fields, isFields } from '../base/fields.ts';

/** Step that stands for every item of a list. */
const ITEMS = '[]';

/** Name of a member, or an item of a list by its key or its place. */
const STEP = /\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]|[^.[\]]+/g;

/** Steps to a field as the API server names it: `status.conditions[type="Ready"].fields`; items count alike. */
export function stepsTo(field: string): readonly string[] {
  return (field.match(STEP) ?? []).map((step) => (step.startsWith('[') ? ITEMS : step));
}

/** Field as users read it: `status.conditions[].fields`. */
export function textOfSteps(steps: readonly string[]): string {
  return steps.map((step, index) => (step === ITEMS || index === 0 ? step : `.${step}`)).join('');
}

/** Value without a field, in all items of the lists on the way; the same value where it has none. Pure. */
export function withoutField<T>(value: T, [step, ...rest]: readonly string[]): T {
  if (step === undefined) {
    return value;
  }
  if (step === ITEMS) {
    return Array.isArray(value) ? (changedItems(value, rest) as T) : value;
  }
  return isFields(value) && Object.hasOwn(value, step) ? (changedMember(value, step, rest) as T) : value;
}

function changedItems(list: readonly unknown[], rest: readonly string[]): readonly unknown[] {
  const items = list.map((item) => withoutField(item, rest));
  return items.every((item, index) => item === list[index]) ? list : items;
}

function changedMember(fields: Fields, name: string, rest: readonly string[]): Fields {
  if (rest.length === 0) {
    const { [name]: _, ...others } = fields;
    return others;
  }
  const member = withoutField(fields[name], rest);
  return member === fields[name] ? fields : { ...fields, [name]: member };
}
