import { type Fields, isFields } from '../base/fields.ts';

/** Step that stands for every item of a list. */
const ITEMS = '[]';

/** Steps to a field as the API server names it: `status.conditions[type="Ready"].fields`; items count alike. */
export function stepsTo(field: string): readonly string[] {
  const steps: string[] = [];
  let rest = field;
  while (rest !== '') {
    const [step, length] = rest.startsWith('[') ? ([ITEMS, lengthOfKey(rest)] as const) : memberIn(rest);
    steps.push(...(step === '' ? [] : [step]));
    rest = rest.slice(length);
  }
  return steps;
}

/** First name of a member, and its length with the dot after it. */
function memberIn(text: string): readonly [name: string, length: number] {
  const end = text.search(/[.[]/);
  const name = end < 0 ? text : text.slice(0, end);
  return [name, name.length + (text[name.length] === '.' ? 1 : 0)];
}

/** Length of the key of an item in brackets, whose quoted values may have brackets, and of the dot after it. */
function lengthOfKey(text: string): number {
  let isQuoted = false;
  let at = 1;
  for (; at < text.length && (isQuoted || text[at] !== ']'); at += 1) {
    if (text[at] === '\\' && isQuoted) {
      at += 1;
    } else if (text[at] === '"') {
      isQuoted = !isQuoted;
    }
  }
  return at + 1 + (text[at + 1] === '.' ? 1 : 0);
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
