import type { Kept } from '../../source/kept.ts';
import type { ModelComponent } from '../read/component.ts';
import { serviceSlots } from './service.ts';

/** Services whose names differ from those in the model: old to new. */
export type Renamed = ReadonlyMap<string, string>;

/** Names of envs whose whole value is a host name. */
const HOST_ENV = /(^|_)HOST(NAME)?$/;

/**
 * References to a Service in a text: in a URL (`://name`, `@name`), or as name and port (`name:5432`), alone or in a
 * list with commas. The user of a URL (`://name:password@`) is no host.
 */
const REFERENCES: readonly Reference[] = [
  { pattern: /(:\/\/)([-\w]+)(\.|@|:[^/@\s]*@)?/g, isHost: (after) => after === '' },
  { pattern: /(@)([-\w]+)([:/]?)/g, isHost: (after, atEnd) => after !== '' || atEnd },
  { pattern: /(^|,)([-\w]+)(:\d)?/g, isHost: (after) => after !== '' },
];

/** Pattern of what stands before a name, the name, and what follows it, by which the name is a host or not. */
interface Reference {
  readonly pattern: RegExp;
  readonly isHost: (after: string, atEnd: boolean) => boolean;
}

/** Value of an env, with the Services renamed. */
export function renameInEnv(name: string, value: string, renamed: Renamed): string {
  return (HOST_ENV.test(name) ? renamed.get(value) : undefined) ?? renameInText(value, renamed);
}

/** Text such as a config file, with the Services renamed. */
export function renameInText(text: string, renamed: Renamed): string {
  if (![...renamed.keys()].some((name) => text.includes(name))) {
    return text;
  }
  return REFERENCES.reduce(
    (changed, { pattern, isHost }) =>
      // biome-ignore lint/complexity/useMaxParams: a replacer gets the groups of its pattern, then the place.
      changed.replace(pattern, (whole: string, before: string, name: string, after = '', at: number) => {
        const now = renamed.get(name);
        return now !== undefined && isHost(after, at + whole.length === changed.length)
          ? `${before}${now}${after}`
          : whole;
      }),
    text,
  );
}

/** Renamed Services of a model; of several with the same name in the model, the first. */
export function renamedServices(
  components: readonly ModelComponent[],
  kept: Kept,
  aliasOf: (key: string) => string,
): Renamed {
  const names = new Map<string, string>();
  for (const component of components) {
    for (const { key, modelName, defaultName } of serviceSlots(component, aliasOf(component.key))) {
      if (modelName !== '' && !names.has(modelName)) {
        names.set(modelName, kept.services[key] ?? defaultName);
      }
    }
  }
  return new Map([...names].filter(([called, name]) => called !== name));
}
