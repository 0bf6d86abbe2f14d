import { firstFew } from '../../../base/text.ts';
import type { ModelComponent } from '../../read/component.ts';

/** Most components that a reason names. */
const NAMED = 10;

/**
 * Component that an override names, or the reason why there is none: by its key, else by a name that only it has. The
 * key comes first, because it is unique and the same in every version.
 */
export function targetOf(
  components: readonly ModelComponent[],
  name: string,
): Pick<ModelComponent, 'key' | 'endpoints'> | { readonly why: string } {
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
    ? { why: `the model has no component of this key or name; it has ${listed(components)}` }
    : { why: `several components have this name; name one by its key: ${listed(named)}` };
}

function listed(components: readonly ModelComponent[]): string {
  const texts = components.map(({ key, name }) => (key === name ? key : `${key} (${name})`).slice(0, 80));
  return firstFew(texts, NAMED, ', ') || 'none';
}
