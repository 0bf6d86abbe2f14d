import { Problem } from '../problem/problem.ts';

/** Media type of the bodies that HTML forms and `curl --data` send. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Most steps of the name of a member, such as `http.rule_extensions[0].key`. */
const MAX_STEPS = 6;

/** A member of an object, or an entry of a list. */
type Step = string | number;

/** Object under construction; lists have numbers as keys. */
type Branch = Map<Step, Branch | string>;

/**
 * Value that a form stands for, as JSON would have it: dots and indexes in names make levels, as in
 * `http.rule_extensions[0].key`, and of equal names the last one counts. All values are texts. Throws the Problem
 * `notJson` for JSON that was sent as a form.
 */
export function valueOfForm(text: string): unknown {
  if (text.trimStart().startsWith('{')) {
    throw new Problem('notJson', `send the header Content-Type: application/json; it is ${FORM_TYPE}`);
  }
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    put(root, stepsOf(name), value);
  }
  return jsonOf(root);
}

/** Steps of a name; one that has too many, or no such form, is one step, of which no member has the name. */
function stepsOf(name: string): Step[] {
  const parts = name.split('.', MAX_STEPS + 1);
  const steps = parts.flatMap((part): Step[] => {
    const [, member = '', index] = /^([^[\]]*)\[(\d{1,4})\]$/.exec(part) ?? [];
    return index === undefined ? [part] : [member, Number(index)];
  });
  return steps.length > MAX_STEPS ? [name] : steps;
}

function put(branch: Branch, [step = '', ...rest]: readonly Step[], value: string): void {
  if (rest.length === 0) {
    branch.set(step, value);
    return;
  }
  const below = branch.get(step);
  const next: Branch = below instanceof Map ? below : new Map();
  branch.set(step, next);
  put(next, rest, value);
}

/** A list where all keys are numbers, in their order; an object elsewhere. */
function jsonOf(branch: Branch | string): unknown {
  if (typeof branch === 'string') {
    return branch;
  }
  const entries = [...branch];
  const isList = entries.length > 0 && entries.every(([step]) => typeof step === 'number');
  return isList
    ? entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => jsonOf(value))
    : Object.fromEntries(entries.map(([step, value]) => [String(step), jsonOf(value)]));
}
