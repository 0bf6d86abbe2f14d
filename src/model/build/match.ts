import type { NotApplied } from '../../api/marketinstall.ts';
import type { Model } from '../read/model.ts';
import type { OverriddenModel } from './overrides/overrides.ts';

/**
 * Model in which components that have another key than in versions before have the one of before: names, volumes and
 * generated secrets follow from the key. A version that has the old keys stays as it is. Pure.
 */
export function matchModel(model: Model, match: Readonly<Record<string, string>>): OverriddenModel {
  const keys = new Set(model.components.map(({ key }) => key));
  const olds = new Map<string, string>();
  const problems: NotApplied[] = [];
  for (const [old, key] of Object.entries(match)) {
    const why = problemOf(keys, olds, old, key);
    if (why !== undefined) {
      problems.push({ path: `spec.match[${old}]`, why });
    } else if (keys.has(key)) {
      olds.set(key, old);
    }
  }
  return { model: olds.size === 0 ? model : renamed(model, (key) => olds.get(key) ?? key), problems };
}

function problemOf(
  keys: ReadonlySet<string>,
  olds: ReadonlyMap<string, string>,
  old: string,
  key: string,
): string | undefined {
  if (!keys.has(key)) {
    return keys.has(old) ? undefined : `the model has neither a component ${old} nor ${key}`;
  }
  if (keys.has(old)) {
    return `the model has both ${old} and ${key}`;
  }
  return olds.has(key) ? `${key} continues ${olds.get(key)} already` : undefined;
}

function renamed(model: Model, nameOf: (key: string) => string): Model {
  const ofComponent = <T extends { readonly component: string }>(each: T): T => ({
    ...each,
    component: nameOf(each.component),
  });
  return {
    ...model,
    components: model.components.map((component) => ({
      ...component,
      key: nameOf(component.key),
      dependsOn: component.dependsOn.map(nameOf),
      mounts: component.mounts.map((mount) => ({ ...mount, owner: nameOf(mount.owner) })),
    })),
    configGroups: model.configGroups.map((group) => ({ ...group, components: group.components.map(nameOf) })),
    httpRoutes: model.httpRoutes.map(ofComponent),
    streamRoutes: model.streamRoutes.map(ofComponent),
  };
}
