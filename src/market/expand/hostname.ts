import type { ModelComponent } from '../model/component.ts';
import type { Kept } from './expansion.ts';
import { serviceSlots } from './slot.ts';

/** Names of Services that are called otherwise here than in the model: old to new. */
export type Renamed = ReadonlyMap<string, string>;

/** Envs whose whole value is the name of a host. */
const HOST_ENV = /(^|_)HOST(NAME)?$/;

/**
 * What may stand before the name of a Service in a text, the name, and what may follow: a URL
 * (`://name`, `@name`), or name and port (`name:5432`) alone or in a list with commas. The user of a URL
 * (`://name:password@`) is no host.
 */
const REFERENCES = [
  /(:\/\/)([-\w]+)(?![-\w.@]|:[^/@\s]*@)/g,
  /(@)([-\w]+)(?=[:/]|$)/g,
  /(^|,)([-\w]+)(?=:\d)/g,
] as const;

/** The value of an env, in which Services go by the names that they have here. */
export function renameInEnv(name: string, value: string, renamed: Renamed): string {
  return (HOST_ENV.test(name) ? renamed.get(value) : undefined) ?? renameInText(value, renamed);
}

/** A text such as a config file, in which Services go by the names that they have here. */
export function renameInText(text: string, renamed: Renamed): string {
  if (![...renamed.keys()].some((name) => text.includes(name))) {
    return text;
  }
  return REFERENCES.reduce(
    (changed, pattern) =>
      changed.replace(pattern, (whole, before: string, name: string) => {
        const now = renamed.get(name);
        return now === undefined ? whole : `${before}${now}`;
      }),
    text,
  );
}

/** Services that do not have the names of the model; of several that the model calls alike, the first. */
export function renamedServices(
  components: readonly ModelComponent[],
  kept: Kept,
  aliasOf: (key: string) => string,
): Renamed {
  const names = new Map<string, string>();
  for (const component of components) {
    for (const { key, called, wanted } of serviceSlots(component, aliasOf(component.key))) {
      if (called !== '' && !names.has(called)) {
        names.set(called, kept.services[key] ?? wanted);
      }
    }
  }
  return new Map([...names].filter(([called, name]) => called !== name));
}
