import { lastOfEach } from './reader.ts';

/** Env of a container; one without value takes it from elsewhere, or is empty. */
interface Env {
  readonly name: string;
  readonly value?: string | undefined;
  readonly valueFrom?: unknown;
}

/** Reference to an env, `$(NAME)`, with a name of bounded length, or an escaped dollar sign. */
const REFERENCE = /\$\$|\$\(([^)]{0,256})\)/g;

/**
 * Envs with one of each name, by which a container gets what a kubelet makes of all of them: the last of a name counts, and
 * `$(NAME)` is the value that NAME has by then. So a reference to one that is left out is replaced by its value, and the
 * last stands in the place of the first, where references find it, unless it refers to others itself.
 * Pure.
 */
export function joinedEnvs<E extends Env>(entries: readonly E[]): readonly E[] {
  const last = new Map(entries.map((each) => [each.name, each]));
  if (last.size === entries.length) {
    return entries;
  }
  const current = new Map<string, string | undefined>();
  const open = new Set(last.keys());
  const known = entries.map((each): E => {
    const value = each.value === undefined ? undefined : replaced(each.value, current);
    if (last.get(each.name) === each) {
      current.delete(each.name);
    } else {
      const isKnown = each.valueFrom === undefined;
      current.set(each.name, isKnown ? withoutLater(value ?? '', open) : undefined);
    }
    open.delete(each.name);
    return value === undefined || value === each.value ? each : { ...each, value };
  });
  return inPlace(known);
}

/** Text in which the references to envs with a known value are replaced by that. */
function replaced(text: string, values: ReadonlyMap<string, string | undefined>): string {
  return text.replaceAll(REFERENCE, (found, name?: string) =>
    name === undefined ? found : (values.get(name) ?? found),
  );
}

/**
 * Text that means the same in the place of a reference to it: references to envs that have no value yet are escaped, and so
 * are dollar signs that could become part of one there.
 */
function withoutLater(text: string, open: ReadonlySet<string>): string {
  return text.replaceAll(/\$\$|\$\(([^)]{0,256})\)|\$/g, (found, name?: string) =>
    found === '$' || (name !== undefined && open.has(name)) ? `$${found}` : found,
  );
}

/** Envs with the last of each name in the place of the first, unless it refers to others, which may begin after that. */
function inPlace<E extends Env>(entries: readonly E[]): readonly E[] {
  const last = new Map(entries.map((each) => [each.name, each]));
  const refers = ({ value = '' }: Env) =>
    [...value.matchAll(REFERENCE)].some(([, name]) => name !== undefined);
  const isPlace = (each: E) => {
    const final = last.get(each.name);
    return final === each || final === undefined || !refers(final);
  };
  return lastOfEach(entries.filter(isPlace), ({ name }) => name);
}
