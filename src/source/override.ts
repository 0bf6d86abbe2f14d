import type { NotApplied } from '../api/marketinstall.ts';
import type { Override } from '../api/overrides.ts';
import { firstFew } from '../base/text.ts';

/** Component as an override may name it. */
export interface NamedComponent {
  /** Key, unique and the same in every version. */
  readonly key: string;
  readonly name: string;
  readonly shortName?: string;
}

/** Overrides by the keys of their components, and those that are for none. */
interface MatchedOverrides {
  readonly byKey: ReadonlyMap<string, Override>;
  readonly problems: readonly NotApplied[];
}

/**
 * Overrides by the components that they name, of a `model` or a `chart`; `unfit` says why nothing of a component can be
 * set. Pure.
 */
export function matchOverrides<T extends NamedComponent>(
  whole: 'model' | 'chart',
  components: readonly T[],
  overrides: readonly Override[],
  unfit: (component: T) => string | undefined,
): MatchedOverrides {
  const problems: NotApplied[] = [];
  const byKey = new Map<string, Override>();
  for (const override of overrides) {
    const target = overriddenComponent(whole, components, override.component);
    const why = 'why' in target ? target.why : (unfit(target) ?? secondOf(byKey, target));
    if (why !== undefined) {
      problems.push({ path: `${overridePath(override)}.component`, why });
    } else if ('key' in target) {
      byKey.set(target.key, override);
    }
  }
  return { byKey, problems };
}

/** Path of an override in the spec of its install. */
export function overridePath({ component }: Pick<Override, 'component'>): string {
  return `spec.overrides[${component}]`;
}

function secondOf(byKey: ReadonlyMap<string, Override>, { key }: NamedComponent): string | undefined {
  return byKey.has(key) ? 'another entry is for the same component' : undefined;
}

/** Most components that a reason names. */
const NAMED = 10;

/**
 * Component that an override names, or the reason why there is none: by its key, else by a name that only it has. The
 * key comes first, because it is unique and the same in every version. Pure.
 */
export function overriddenComponent<T extends NamedComponent>(
  whole: 'model' | 'chart',
  components: readonly T[],
  name: string,
): T | { readonly why: string } {
  const byKey = components.find(({ key }) => key === name);
  if (byKey !== undefined) {
    return byKey;
  }
  const named = components.filter((component) => component.name === name || component.shortName === name);
  const [only] = named;
  if (only !== undefined && named.length === 1) {
    return only;
  }
  return named.length === 0
    ? { why: `the ${whole} has no component of this key or name; it has ${listed(components)}` }
    : { why: `several components have this name; name one by its key: ${listed(named)}` };
}

function listed(components: readonly NamedComponent[]): string {
  const texts = components.map(({ key, name }) => (key === name ? key : `${key} (${name})`).slice(0, 80));
  return firstFew(texts, NAMED, ', ') || 'none';
}
